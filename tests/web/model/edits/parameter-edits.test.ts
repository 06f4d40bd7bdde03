import { describe, expect, it } from 'vitest';
import { parseEdits } from '../../../../web/src/model/edits/edits';
import {
  changedParameters,
  EditedModel,
  hasNumbers,
} from '../../../../web/src/model/edits/parameter-edits';

const parameters = {
  'layers.0.attention.w_q': {
    axes: ['row', 'column'],
    shape: [2, 3],
    data: Float32Array.of(1, 2, 3, 4, 5, 6),
  },
  b_out: { axes: ['column'], shape: [2], data: Float32Array.of(7, 8) },
};
const numbers = (text: string) =>
  Object.fromEntries(
    Object.entries(changedParameters(parameters, parseEdits(text))).map(([name, { data }]) => [
      name,
      [...data],
    ]),
  );

describe('edited parameters', () => {
  it('are copies of the edited parameters: one number, a row, a column, all', () => {
    expect(numbers('layers.0.attention.w_q[1,0]=-2')).toEqual({
      'layers.0.attention.w_q': [1, 2, 3, -2, 5, 6],
    });
    expect(numbers('layers.0.attention.w_q[1,*]*2')).toEqual({
      'layers.0.attention.w_q': [1, 2, 3, 8, 10, 12],
    });
    expect(numbers('layers.0.attention.w_q[*,1]=0')).toEqual({
      'layers.0.attention.w_q': [1, 0, 3, 4, 0, 6],
    });
    expect(numbers('layers.0.attention.w_q[*,*]*-1')).toEqual({
      'layers.0.attention.w_q': [-1, -2, -3, -4, -5, -6],
    });
    expect(numbers('b_out[1]=3;b_out[*]*2')).toEqual({ b_out: [14, 6] });
    expect(numbers('b_out[*]+0.5;b_out[0]*2')).toEqual({ b_out: [15, 8.5] });
    expect(numbers('layers.0.attention.w_q[*,2]+-1')).toEqual({
      'layers.0.attention.w_q': [1, 2, 2, 4, 5, 5],
    });
    expect([...parameters.b_out.data]).toEqual([7, 8]);
  });

  it('leave out parameters that the model does not have', () => {
    expect(numbers('layers.0.attention.v[0,0,1,0]=1')).toEqual({});
    const has = (text: string) => hasNumbers(parseEdits(text)[0]!, parameters);
    expect(has('b_out[2]=1')).toBe(false);
    expect(has('b_out[0,0]=1')).toBe(false);
    expect(has('constructor[0]=1')).toBe(false);
  });

  it('are set before each call that needs them, and the learned ones are restored', async () => {
    const log: unknown[] = [];
    const model = {
      setParameters: async (set: object) => void log.push(Object.keys(set)),
      answer: async () => log.push('call'),
    };
    const edited = new EditedModel(model, parameters);
    const call = (text: string) => edited.with(parseEdits(text), (one) => one.answer());
    await Promise.all([
      call('b_out[0]=1'),
      call('b_out[0]=1'),
      call('layers.0.attention.w_q[0,0]=1'),
    ]);
    expect(log).toEqual([
      ...[['b_out'], 'call', 'call'],
      ...[['b_out', 'layers.0.attention.w_q'], 'call'],
    ]);
  });

  it('are set again after a failed attempt', async () => {
    const log: unknown[] = [];
    let fails = true;
    const model = {
      setParameters: async (set: object) => {
        if (fails) throw new Error('no memory');
        log.push(Object.keys(set));
      },
      answer: async () => log.push('call'),
    };
    const edited = new EditedModel(model, parameters);
    const call = (text: string) => edited.with(parseEdits(text), (one) => one.answer());
    const both = await Promise.allSettled([call('b_out[0]=1'), call('b_out[0]=1')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    log.length = 0;
    fails = false;
    await call('b_out[0]=1');
    fails = true;
    await expect(call('layers.0.attention.w_q[0,0]=1')).rejects.toThrow('no memory');
    fails = false;
    await call('b_out[0]=1');
    await call('layers.0.attention.w_q[0,0]=1');
    const all = ['layers.0.attention.w_q', 'b_out'];
    const sets = log.filter((entry) => entry !== 'call');
    expect(sets).toEqual([['b_out'], all, ['b_out', 'layers.0.attention.w_q']]);
  });
});
