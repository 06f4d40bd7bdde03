import { expect, it } from 'vitest';
import type { Inspected } from '../../../../web/src/model/trained/inspected-model';
import { emptyDrawing } from '../../../../web/src/model/examples/drawing';
import {
  experiment,
  isAt,
  stateOf,
  stateWithout,
} from '../../../../web/src/model/trained/experiments';
import { defaultModelState } from '../../../../web/src/model/trained/model-state';

it('the question about repeated numbers names each of them', () => {
  const { text, cites } = experiment('twice');
  const numbers = text!.split(' ');
  const twice = numbers.filter((number, i) => numbers.indexOf(number) !== i);
  expect(cites.slice(0, -1)).toEqual(twice);
});

it('the flipped number is shown in its own sentence, and in any other as well', () => {
  const tokens = ['it', 'was', 'tired'];
  const v = { shape: [1, 4, 3, 1], data: Float32Array.from({ length: 12 }, (_, i) => i) };
  const inspected = (word: string) =>
    ({
      example: { tokens: [...tokens.slice(0, 2), word], target_tokens: [] },
      model: { trace: { 'layers.0.attention.v': v } },
    }) as unknown as Inspected;
  const originals = [inspected('tired'), inspected('wide')];
  const state = stateOf('number', defaultModelState, originals);
  expect(state.example).toBe(1);
  expect(state.edits).toMatchObject([{ index: [0, 2, 2, 0], value: -8 }]);
  expect(isAt('number', state, originals)).toBe(true);
  expect(isAt('number', { ...state, example: 0 }, originals)).toBe(true);
  expect(isAt('number', { ...state, edits: [] }, originals)).toBe(false);
});

it('without the experiment, the word of one’s own example is chosen again, unless the digit is gone', () => {
  const changes = { ...defaultModelState.changes, word: [{ example: 2, word: 5 }] };
  const sentence = { ...defaultModelState, text: 'The horse ran.', changes };
  expect(stateWithout('causal', stateOf('causal', sentence, []), sentence)).toEqual(sentence);
  const drawing = emptyDrawing.with(400, 15);
  const digits = { ...defaultModelState, model: 'digits' as const, drawing, changes };
  const state = { ...digits, drawing: emptyDrawing };
  expect(stateWithout('blind_token', digits, digits)).toEqual(digits);
  expect(stateWithout('blind_token', state, digits)).toEqual({
    ...state,
    changes: defaultModelState.changes,
  });
});
