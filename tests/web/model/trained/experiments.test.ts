import { expect, it } from 'vitest';
import type { Inspected } from '../../../../web/src/model/trained/inspected-model';
import { emptyDrawing } from '../../../../web/src/model/examples/drawing';
import {
  experiment,
  isAt,
  stateOf,
  stateWithout,
} from '../../../../web/src/model/trained/experiments';
import { defaultModelState, withDrawing } from '../../../../web/src/model/trained/model-state';

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
  expect(stateWithout('causal', stateOf('causal', sentence, []), [], sentence)).toEqual(sentence);
  const drawing = emptyDrawing.with(400, 15);
  const row = [{ example: 2, attention: 'layers.0.attention', head: 0, query: 0, key: 1 }];
  const digits = {
    ...defaultModelState,
    model: 'digits' as const,
    drawing,
    changes: { ...changes, row },
  };
  const state = withDrawing(stateOf('blind_token', digits, []), emptyDrawing);
  expect(stateWithout('blind_token', stateOf('blind_token', digits, []), [], digits)).toBe(digits);
  expect(stateWithout('blind_token', state, [], digits)).toEqual({
    ...digits,
    drawing: emptyDrawing,
    changes: defaultModelState.changes,
  });
});

it('without the experiment, the numbers are as before, and the place in the story is where the visitor has gone since', () => {
  const off = [{ attention: 'layers.0.attention', head: 1 }];
  const before = { ...defaultModelState, changes: { ...defaultModelState.changes, off } };
  const word = [{ example: 1, word: 3 }];
  const shown = [{ attention: 'layers.1.attention', head: 1 }];
  const place = { example: 1, layer: 1, stage: 'context', direction: 'is_seen_by' } as const;
  const during = stateOf('causal', before, []);
  const moved = { ...during, ...place, changes: { ...during.changes, word, shown } };
  expect(moved).toMatchObject({ mask: 'causal', changes: { off: [] } });
  expect(stateWithout('causal', moved, [], before)).toEqual({
    ...before,
    ...place,
    changes: { ...before.changes, word, shown },
  });
});

it('without the experiment’s example, one’s own is back at the place where the visitor has gone since', () => {
  const own = { example: 2, word: 4 };
  const before = {
    ...defaultModelState,
    model: 'sort' as const,
    text: '8 7 6 5',
    changes: { ...defaultModelState.changes, word: [own] },
  };
  const during = stateOf('twice', before, []);
  const word = [...during.changes.word, { example: 0, word: 3 }];
  const moved = {
    ...during,
    example: 2,
    stage: 'q' as const,
    changes: { ...during.changes, word },
  };
  const undone = stateWithout('twice', moved, [], before);
  expect(undone).toMatchObject({ text: '8 7 6 5', example: 2, stage: 'q' });
  expect(undone.changes.word).toEqual([{ example: 0, word: 3 }, own]);
  // There is no story of an example that is gone.
  const none = { ...before, text: '', example: 1, changes: defaultModelState.changes };
  expect(stateWithout('twice', moved, [], none)).toMatchObject({
    text: '',
    example: 1,
    stage: 'q',
  });
});
