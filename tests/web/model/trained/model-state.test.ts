/**
 * A link describes a model, an input, a place and changes. It is read strictly, and one invalid setting loses no other.
 */
import { describe, expect, it } from 'vitest';
import type { TokenModelConfig } from '../../../../wasm/engine';
import { formatEdits } from '../../../../web/src/model/edits/edits';
import { fittingState, interventionsIn } from '../../../../web/src/model/trained/changes';
import { emptyDrawing } from '../../../../web/src/model/examples/drawing';
import { withLine } from '../../../../web/src/model/examples/pen';
import {
  asLearned,
  defaultModelState,
  formatModelState,
  hasChanges,
  parseModelState,
  withDrawing,
  type ModelState,
} from '../../../../web/src/model/trained/model-state';

const state: ModelState = {
  model: 'induction',
  text: 'a b & c',
  drawing: emptyDrawing,
  example: 2,
  mask: 'none',
  positions: 'none',
  changes: {
    off: [{ attention: 'layers.0.attention', head: 1 }],
    row: [{ example: 0, attention: 'layers.1.attention', head: 0, query: 8, key: 6 }],
    word: [{ example: 1, word: 3 }],
    shown: [{ attention: 'layers.0.attention', head: 2 }],
  },
  direction: 'is_seen_by',
  layer: 1,
  stage: 'scores',
  matrix: 'layers.1.attention.w_q',
  columns: { d_head: 3, d_model: 19 },
  asked: { layer: 'layers.0.attention', field: 'weights', index: [0, 1, 8, 2] },
  edits: [{ layer: 'layers.0.attention', field: 'v', index: [0, 1, 11, 0], value: -0.5 }],
};

describe('the address', () => {
  it('lists everything that differs from the defaults, readably', () => {
    const address = formatModelState(state);
    expect(address).toBe(
      'v=3&model=induction&text=a+b+%26+c&example=2&mask=none&positions=none' +
        '&off=layers.0.attention:1&row=0:layers.1.attention:0:8-6&word=1:3&shown=layers.0.attention:2' +
        '&direction=is_seen_by&layer=1&stage=scores' +
        '&matrix=layers.1.attention.w_q&columns=d_head:3,d_model:19&asked=layers.0.attention.weights[0,1,8,2]&edits=layers.0.attention.v[0,1,11,0]=-0.5',
    );
    expect(parseModelState(address)).toEqual({ state, refusal: null });
    expect(formatModelState(defaultModelState)).toBe('v=3&model=goes_with');
    expect(parseModelState('')).toEqual({ state: defaultModelState, refusal: null });
  });

  it('is read as it was written in version 2', () => {
    const { state: read, refusal } = parseModelState(
      'v=2&model=induction&text=a+b+%26+c&example=2&mask=none&positions=none' +
        '&off=layers.0.attention:1&row=0:layers.1.attention:0:8-6&word=1:3&shown=layers.0.attention:2' +
        '&direction=is_seen_by&layer=1&stage=scores' +
        '&matrix=layers.1.attention.w_q&asked=layers.0.attention.weights[0,1,8,2]&edits=layers.0.attention.v[0,1,11,0]=-0.5',
    );
    expect(refusal).toBeNull();
    expect(read).toEqual({ ...state, columns: {} });
  });

  it('may have a word and a row without an example: of the visitor’s own text, or else of both pinned ones', () => {
    const row = { attention: 'layers.1.attention', head: 0, query: 8, key: 6 };
    const read = (text: string) =>
      parseModelState(`v=3&word=4&row=layers.1.attention:0:8-6${text}`).state.changes;
    const pinned = [0, 1].map((example) => ({ example }));
    expect(read('')).toMatchObject({
      word: pinned.map((one) => ({ ...one, word: 4 })),
      row: pinned.map((one) => ({ ...one, ...row })),
    });
    expect(read('&text=a+b')).toMatchObject({
      word: [{ example: 2, word: 4 }],
      row: [{ example: 2, ...row }],
    });
  });

  it('has a drawing', () => {
    const drawing = withLine(emptyDrawing, { x: 5, y: 5 }, { x: 20, y: 22 });
    const drawn: ModelState = { ...defaultModelState, model: 'digits', drawing };
    expect(parseModelState(formatModelState(drawn))).toEqual({ state: drawn, refusal: null });
    expect(parseModelState('v=3&drawing=x').refusal?.message).toContain('drawing');
  });

  it.each([
    ['mask=casual', { mask: null }, 'mask must be none or causal, not “casual”'],
    [
      'model=juggling',
      { model: 'goes_with' },
      'model must be goes_with or induction or translation or sort or digits or minilm or untrained, not “juggling”',
    ],
    ['example=3', { example: 0 }, 'example: Enter a whole number from 0 to 2, not “3”'],
    [`edits=v;${formatEdits(state.edits)}`, {}, 'edits must look like'],
    ['edits=v', { edits: [] }, 'edits must look like layers.0.attention.v[0,1,11,0]=-0.61'],
    ['layer=two', { layer: null }, 'layer: Enter a whole number from 0 to 999, not “two”'],
    [
      'stage=softmax',
      { stage: 'weights' },
      'stage must be tokens or embedding_sum or embedding_norm or embedded or input',
    ],
    ['matrix=W Q', { matrix: '' }, 'matrix must look like layers.0.attention.w_q'],
    ['columns=d_model', { columns: {} }, 'columns must look like d_model:19'],
    ['asked=v', { asked: null }, 'asked must look like layers.0.attention.weights[0,2,8,11]'],
    ['asked=v[0,*]', { asked: null }, 'asked must look like'],
    ['off=head1', { changes: { ...state.changes, off: [] } }, 'off must look like'],
    ['text=' + 'a'.repeat(201), { text: '' }, 'Use at most 200 characters; this text has 201'],
    ['heads=3', {}, '“heads” is not a setting of this page'],
    ['v=4', {}, 'its version is “4”, but this page reads version 3'],
  ])('%s is named, and the others are kept', (wrong, change, why) => {
    const parameters = new URLSearchParams(formatModelState(state));
    const [name, value] = wrong.split(/=(.*)/) as [string, string];
    parameters.set(name, value);
    const read = parseModelState(parameters.toString());
    expect(read.state).toEqual({ ...state, ...change });
    expect(read.refusal!.message).toContain(why);
  });
});

describe('changes', () => {
  it('are counted and undone without the place in the story', () => {
    expect(hasChanges(defaultModelState)).toBe(false);
    for (const name of ['mask', 'positions', 'edits'] as const)
      expect(hasChanges({ ...defaultModelState, [name]: state[name] }), name).toBe(true);
    for (const name of ['off', 'row', 'word', 'shown'] as const) {
      const changes = { ...defaultModelState.changes, [name]: state.changes[name] };
      expect(hasChanges({ ...defaultModelState, changes }), name).toBe(/off|row/.test(name));
    }
    const learned = asLearned(state);
    expect(hasChanges(learned)).toBe(false);
    expect(learned).toMatchObject({ model: 'induction', text: 'a b & c', example: 2 });
    expect(learned.changes).toEqual({ ...state.changes, off: [], row: [] });
  });

  const tensor = (...shape: number[]) => ({ axes: [], shape, data: new Float32Array() });
  const trace = {
    'layers.0.attention.v': tensor(1, 2, 12, 1),
    'layers.0.attention.weights': tensor(1, 2, 12, 12),
    'layers.1.attention.weights': tensor(1, 1, 12, 12),
  };
  const seen = {
    tokens: Array.from({ length: 12 }, () => 'a'),
    target_tokens: [],
    labels: [],
    relations: [],
    answers: [],
    weights: {
      'layers.0.attention': tensor(2, 12, 12),
      'layers.1.attention': tensor(1, 12, 12),
    },
  };

  it('become interventions: heads, rows of this example, numbers that it has', () => {
    expect(interventionsIn(state, 0, trace)).toEqual([
      { layer: 'layers.0.attention', field: 'context', index: [null, 1], value: 0 },
      {
        layer: 'layers.1.attention',
        field: 'weights',
        index: [0, 0, 8],
        value: Float32Array.from({ length: 12 }, (_, i) => Number(i === 6)),
      },
      { layer: 'layers.0.attention', field: 'v', index: [0, 1, 11, 0], value: -0.5 },
    ]);
    expect(interventionsIn(state, 1, trace)).toHaveLength(2);
    const short = { ...trace, 'layers.0.attention.v': tensor(1, 2, 11, 1) };
    expect(interventionsIn(state, 1, short)).toHaveLength(1);
  });

  it('that the model does not support are left out and named', () => {
    const learned = { architecture: 'decoder_only', positions: 'learned' } as const;
    const config = { ...learned, d_model: 4, layers: 2 };
    const parameters = { w_out: tensor(4, 3), 'layers.1.attention.w_q': tensor(4, 4) };
    const model = { config, parameters, logits: [tensor(1, 12, 3)] };
    const examples = [seen, seen, seen];
    const fitting = { ...state, changes: { ...state.changes, shown: [] } };
    expect(fittingState(fitting, examples, [trace], model)).toEqual({ state: fitting, absent: [] });
    const edit = { field: 'v', index: [0, 1, 11, 0], value: 1 };
    expect(
      fittingState({ ...state, edits: [...state.edits, edit] }, examples, [trace], model),
    ).toEqual({
      state: fitting,
      absent: ['shown=layers.0.attention:2', 'v[0,1,11,0]=1'],
    });
    expect(fittingState({ ...fitting, layer: 2 }, examples, [trace], model)).toEqual({
      state: { ...fitting, layer: null },
      absent: ['layer=2'],
    });
    const asked = (index: number[]) => ({ field: 'log_probabilities', index });
    const answer = { ...fitting, matrix: 'logits', asked: asked([0, 11, 2]) };
    expect(fittingState(answer, examples, [trace], model)).toEqual({ state: answer, absent: [] });
    const absent = { ...fitting, matrix: 'layers.2.v', asked: asked([0, 12, 2]) };
    expect(fittingState(absent, examples, [trace], model)).toEqual({
      state: { ...fitting, matrix: '', asked: null },
      absent: ['matrix=layers.2.v', 'asked=log_probabilities[0,12,2]'],
    });
  });

  it('do not include the mask and the positions that the model has anyway', () => {
    const own = { ...defaultModelState, mask: 'none', positions: 'none' } as const;
    const fittingTo = (config: TokenModelConfig) =>
      fittingState(own, [seen], [trace], { config, parameters: {}, logits: [] });
    const config = { architecture: 'encoder_only', d_model: 4, layers: 2 } as const;
    expect(fittingTo(config)).toEqual({ state: defaultModelState, absent: [] });
    const other = { ...config, architecture: 'decoder_only', positions: 'learned' } as const;
    expect(fittingTo(other)).toEqual({ state: own, absent: [] });
  });
});

it('the changes of one’s own digit go when it is cleared', () => {
  const row = state.changes.row[0]!;
  const others = { ...state.changes, row: [row], word: [{ example: 1, word: 3 }] };
  const changes = {
    ...others,
    row: [row, { ...row, example: 2 }],
    word: [...others.word, { example: 2, word: 5 }],
  };
  const drawing = withLine(emptyDrawing, { x: 14, y: 4 }, { x: 14, y: 24 });
  const drawn: ModelState = { ...state, drawing, changes };
  expect(withDrawing(drawn, drawing.with(0, 15)).changes).toEqual(changes);
  expect(withDrawing(drawn, emptyDrawing)).toEqual({ ...state, changes: others });
});
