import { describe, expect, it } from 'vitest';
import {
  editText,
  type Edit,
  fieldName,
  formatEdits,
  editInterventions,
  parseEdit,
  parseEdits,
  placeIn,
} from '../../../../web/src/model/edits/edits';
import { withEdit, withoutEdit } from '../../../../web/src/model/edits/edit-list';
import { changedParameters } from '../../../../web/src/model/edits/parameter-edits';
import type { Tensor } from '../../../../web/src/tensors/tensor';
import { seeded } from '../../../support/seeded';

const value: Edit = { layer: 'layers.0.attention', field: 'v', index: [0, 1, 11, 0], value: -0.61 };
const row: Edit = { layer: 'layers.1.attention', field: 'weights', index: [0, 0, 8], value: 0 };
const head: Edit = { layer: 'layers.0.attention', field: 'context', index: [null, 2], value: 1e30 };
const logit: Edit = { field: 'logits', index: [0, 8, 4], value: 1e-7 };
const text =
  'layers.0.attention.v[0,1,11,0]=-0.61;layers.1.attention.weights[0,0,8]=0;' +
  'layers.0.attention.context[*,2]=1e30;logits[0,8,4]=1e-7';

describe('the text of edits', () => {
  it('is one line that needs no escapes in an address', () => {
    expect(formatEdits([value, row, head, logit])).toBe(text);
    expect(formatEdits([])).toBe('');
    expect(new URLSearchParams(`v=1&edits=${text}&q=8`).get('edits')).toBe(text);
    expect(new URL(`https://example.org/#edits=${text}`).hash).toBe(`#edits=${text}`);
  });

  it('is read as the same edits, of float32 numbers', () => {
    const read = parseEdits(text);
    const float32 = (edit: Edit) => ({ ...edit, value: Math.fround(edit.value) });
    expect(read).toEqual([value, row, head, logit].map(float32));
    expect(Object.keys(read[3]!)).not.toContain('layer');
    expect(formatEdits(read)).toBe(text);
    expect(parseEdits('')).toEqual([]);
  });

  it('keeps every bit of any float32', () => {
    const { uniform } = seeded(7);
    for (let i = 0; i < 2000; i++) {
      const exact = Math.fround((uniform() - 0.5) * 10 ** (76 * uniform() - 38));
      const edit = { ...value, value: exact };
      expect(parseEdits(formatEdits([edit]))).toEqual([edit]);
    }
  });

  it.each([
    'v',
    'v=1',
    'v[]=1',
    'v[0]',
    'v[0]=',
    'v[0]=x',
    'v[0]=NaN',
    'v[0]=Infinity',
    'v[0]=1e39',
    'v[0]=+1',
    'v[0]=0x1',
    'v[0]= 1',
    'v[-1]=1',
    'v[0.5]=1',
    'v[0,]=1',
    'v[,0]=1',
    'v[1e1]=1',
    'v[**]=1',
    '.v[0]=1',
    'v.[0]=1',
    'a..v[0]=1',
    'V[0]=1',
    'v [0]=1',
    'v[0]=1;',
    ';v[0]=1',
    'v[0]=1;v[0]=2',
    'v[0]=1&w[0]=1',
    `v[${'0,'.repeat(8)}0]=1`,
    `v[0]=${'1'.repeat(40)}`,
    '<script>[0]=1',
  ])('refuses %s, with an example', (wrong) => {
    expect(() => parseEdits(wrong)).toThrow('layers.0.attention.v[0,1,11,0]=-0.61');
  });

  it('names the edit that it refuses', () => {
    expect(() => parseEdits('logits[0,8,4]=2;scores[0,1]=two')).toThrow('“scores[0,1]=two”');
  });

  it('leaves out each refused edit and names it', () => {
    const refused: string[] = [];
    const wrong = `${text};foo=1;${formatEdits([value])};v[0]`;
    const read = parseEdits(wrong, ({ message }) => void refused.push(message));
    expect(formatEdits(read)).toBe(text);
    expect(refused).toEqual(
      ['foo=1', 'layers.0.attention.v[0,1', 'v[0]'].map((edit) => expect.stringContaining(edit)),
    );
  });

  it('refuses an excessive number of edits', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `v[${i}]=1`).join(';');
    expect(parseEdits(many(1000))).toHaveLength(1000);
    expect(() => parseEdits(many(1001))).toThrow('edits must look like');
    expect(parseEdits(many(1002), () => {})).toHaveLength(1000);
  });
});

describe('a list of edits', () => {
  it('has each place at most once', () => {
    const edits = withEdit(withEdit([], value), row);
    expect(withEdit(edits, { ...value, value: 3 })).toEqual([{ ...value, value: 3 }, row]);
    expect(withEdit(edits, { ...value, index: [0, 1, 11, 1] })).toHaveLength(3);
    expect(withEdit(edits, { field: 'v', index: value.index, value: 3 })).toHaveLength(3);
    expect(withoutEdit(edits, 0)).toEqual([row]);
    expect(edits).toHaveLength(2);
  });

  it('holds the float32 numbers that the core uses', () => {
    expect(withEdit([], { ...value, value: 0.1 })[0]!.value).toBe(Math.fround(0.1));
    expect(Object.is(withEdit([], { ...value, value: -0 })[0]!.value, 0)).toBe(true);
  });

  it("becomes the engine's interventions", () => {
    expect(editInterventions([head, logit])).toEqual([
      { layer: 'layers.0.attention', field: 'context', index: [null, 2], value: 1e30 },
      { field: 'logits', index: [0, 8, 4], value: 1e-7 },
    ]);
  });

  it('names its fields as the trace does', () => {
    expect(fieldName(value)).toBe('layers.0.attention.v');
    expect(fieldName(logit)).toBe('logits');
    expect(placeIn('layers.0.attention.v', [0])).toEqual({
      layer: 'layers.0.attention',
      field: 'v',
      index: [0],
    });
    expect(placeIn('logits', [0])).toEqual({ field: 'logits', index: [0] });
  });
});

const edited = (...texts: string[]) =>
  formatEdits(texts.reduce<Edit[]>((edits, text) => withEdit(edits, parseEdit(text)), []));

describe('edits that add', () => {
  it('have their own sign in an address, which may be decoded as a space', () => {
    const text = 'layers.0.attention.w_q[3,*]+-2.5';
    const edit = { index: [3, null], value: -2.5, adds: true };
    expect(parseEdit(text)).toMatchObject(edit);
    expect(editText(parseEdit(text))).toBe(text);
    expect(parseEdit(new URLSearchParams(`edits=${text}`).get('edits')!)).toMatchObject(edit);
    const link = new URLSearchParams({ edits: text }).toString();
    expect(new URLSearchParams(link).get('edits')).toBe(text);
    expect(editInterventions(parseEdits('v[0,*]+2;v[0,1]=2'))).toEqual([
      { field: 'v', index: [0, null], value: 2, adds: true },
      { field: 'v', index: [0, 1], value: 2 },
    ]);
  });

  it('of one place become one: summands add up, and 0 is no edit', () => {
    expect(edited('v[0,*]+1', 'v[0,*]+2')).toBe('v[0,*]+3');
    expect(edited('v[0,*]+1', 'v[0,*]+-1')).toBe('');
    expect(edited('v[0,*]+0')).toBe('');
    expect(edited('v[0,*]=3', 'v[0,*]+2')).toBe('v[0,*]=5');
    expect(edited('v[0,*]+2', 'v[0,*]=3')).toBe('v[0,*]=3');
    // Decimal steps leave no stray digits.
    const steps = Array.from({ length: 7 }, () => 'v[0,*]+0.1');
    expect(edited(...steps)).toBe('v[0,*]+0.7');
    expect(edited(...steps, ...steps.map(() => 'v[0,*]+-0.1'))).toBe('');
  });

  it('never mix with factors', () => {
    expect(edited('v[0,*]+1', 'v[0,*]*2')).toBe('v[0,*]+1;v[0,*]*2');
    expect(edited('v[0,*]*2', 'v[0,*]+1', 'v[0,*]+1')).toBe('v[0,*]*2;v[0,*]+2');
    expect(parseEdits('v[0,*]*2;v[0,*]+2')).toHaveLength(2);
  });

  it('do not make a number larger than float32 holds', () => {
    expect(edited('v[0,*]=3e38', 'v[0,*]+3e38')).toBe('v[0,*]=3e38');
  });
});

describe('edits that multiply', () => {
  it('have their own sign in an address', () => {
    const text = 'layers.0.attention.w_q[3,*]*-2';
    expect(parseEdit(text)).toMatchObject({ index: [3, null], value: -2, multiplies: true });
    expect(editText(parseEdit(text))).toBe(text);
    expect(editInterventions(parseEdits('v[0,*]*2;v[0,1]=2'))).toEqual([
      { field: 'v', index: [0, null], value: 2, multiplies: true },
      { field: 'v', index: [0, 1], value: 2 },
    ]);
  });

  it('of one place become one: factors multiply, and 1 is no edit', () => {
    expect(edited('v[0,*]*-1', 'v[0,*]*2')).toBe('v[0,*]*-2');
    expect(edited('v[0,*]*-1', 'v[0,*]*-1')).toBe('');
    expect(edited('v[0,*]=3', 'v[0,*]*2')).toBe('v[0,*]=6');
    expect(edited('v[0,*]*2', 'v[0,*]=3')).toBe('v[0,*]=3');
  });

  it.each([
    [['v[0,*]*2', 'v[0,1]=5', 'v[0,*]*-1'], -5],
    [['v[0,*]=3', 'v[0,1]=5', 'v[0,*]*2'], 10],
    [['v[0,*]=3', 'v[0,1]=5', 'v[0,*]*2', 'v[0,*]*2'], 20],
    [['v[0,*]*2', 'v[*,1]=5', 'v[0,*]*-1', 'v[*,1]*3'], -15],
    [['v[0,*]*2', 'v[0,1]=5', 'v[0,*]*-1', 'v[0,*]=7', 'v[0,1]*2'], 14],
    [['v[0,*]+3', 'v[0,*]*2'], 10],
    [['v[0,*]*2', 'v[0,*]+3'], 7],
    [['v[0,*]+3', 'v[0,*]+4', 'v[0,*]*-1', 'v[0,*]+1'], -8],
    [['v[0,*]=3', 'v[0,*]+2', 'v[0,1]+-1', 'v[0,*]+5'], 9],
    [['v[0,*]+1', 'v[*,1]+2', 'v[0,*]+3', 'v[*,1]+-2'], 6],
  ])('%j combine into the same numbers as applied in turn', (texts, cell) => {
    let data: Tensor['data'] = Float32Array.of(1, 2, 3, 4);
    const of = (numbers: Tensor['data']) => ({ v: { axes: [], shape: [2, 2], data: numbers } });
    for (const text of texts) data = changedParameters(of(data), [parseEdit(text)])['v']!.data;
    const all = parseEdits(edited(...texts));
    const once = changedParameters(of(Float32Array.of(1, 2, 3, 4)), all)['v']!.data;
    expect(once).toEqual(data);
    expect(once[1]).toBe(cell);
  });

  it('are dropped when a later edit replaces all their numbers', () => {
    expect(edited('v[0,*]*2', 'v[0,1]=5', 'v[0,*]*-1', 'v[0,*]=7')).toBe('v[0,1]=5;v[0,*]=7');
    expect(edited('v[0,*]*2', 'v[0,1]=5', 'v[0,*]*3', 'v[0,1]=6', 'v[0,*]=7')).toBe(
      'v[0,1]=6;v[0,*]=7',
    );
  });

  it('do not make a number infinite', () => {
    const edits = parseEdits('layers.0.attention.v[0]=2');
    for (const value of [Infinity, -Infinity, 1e39, NaN])
      expect(withEdit(edits, { ...edits[0]!, index: [1], value })).toEqual(edits);
  });

  it('do not make a number larger than float32 holds', () => {
    expect(edited('v[0,*]=1e30', 'v[0,*]*1e30')).toBe('v[0,*]=1e30');
    expect(edited('v[0,*]*-1e30', 'v[0,*]*1e30')).toBe('v[0,*]*-1e30');
  });

  it('stay before later edits of the same numbers; other edits keep their place', () => {
    expect(edited('v[0,1]=3', 'v[0,*]*2', 'v[0,1]=4')).toBe('v[0,*]*2;v[0,1]=4');
    expect(edited('v[0,1]=3', 'v[1,*]*2', 'v[0,1]=4')).toBe('v[0,1]=4;v[1,*]*2');
  });
});
