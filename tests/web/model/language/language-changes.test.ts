/** A change of the page's state also resets what depends on it. */
import { describe, expect, it } from 'vitest';
import { parseEdits } from '../../../../web/src/model/edits/edits';
import {
  changedState,
  countChanges,
  partsOff,
} from '../../../../web/src/model/language/language-changes';
import {
  initialState,
  type LanguageState,
} from '../../../../web/src/model/language/language-state';

const state: LanguageState = {
  ...initialState,
  key: 4,
  off: [{ attention: 'layers.0.attention', head: 1 }],
  forced: [{ attention: 'layers.0.attention', head: 0, query: 1, key: 2 }],
  asked: { field: 'pooled', index: [0, 0, 1] },
  edits: [{ field: 'pooled', index: [0, 0, null], value: 2 }],
};

describe('a change of what is shown', () => {
  it('of the text clears the forced rows, the edits and the chosen weight', () => {
    const text = 'Another.';
    const rest = { forced: [], edits: [], asked: null, key: null };
    expect(changedState(state, { text })).toEqual({ ...state, ...rest, text });
  });

  it('of the text keeps the edits of parameters', () => {
    const parameters = parseEdits('layers.0.attention.w_q[3,*]*2;layers.1.norm_1.gamma[2]=0');
    const edits = [...state.edits, ...parameters, ...parseEdits('layers.1.norm_1[0,0,2]=0')];
    expect(changedState({ ...state, edits }, { text: 'Another.' }).edits).toEqual(parameters);
  });

  it.each([{ layer: 0 }, { head: 0 }, { word: 0 }])('to %o clears the chosen weight', (place) => {
    expect(changedState(state, place)).toEqual({ ...state, ...place, key: null });
  });

  it('to the same place keeps everything', () => {
    const { layer, head, word, text } = state;
    expect(changedState(state, { layer, head, word, text })).toEqual(state);
  });

  it('may choose the word and the weight together', () => {
    expect(changedState(state, { word: 0, key: 9 })).toEqual({ ...state, word: 0, key: 9 });
  });
});

it('counts a layer that is off once, and each other head, row and number', () => {
  const head = (layer: number, head: number) => ({ attention: `layers.${layer}.attention`, head });
  const off = [head(0, 0), head(2, 1), head(0, 1)];
  expect(partsOff(off, 2)).toEqual([{ layer: 0 }, { layer: 2, head: 1 }]);
  expect(partsOff(off, 3)).toHaveLength(3);
  expect(countChanges({ off }, 2)).toBe(2);
  expect(countChanges({ off, forced: [{ ...head(1, 0), query: 0, key: 1 }] }, 3)).toBe(4);
  expect(countChanges({}, 2)).toBe(0);
});
