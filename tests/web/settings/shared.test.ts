/** One table of settings for all pages: each name is the same setting everywhere, and each model has its page. */
import { describe, expect, it } from 'vitest';
import { kVersion, pageOf } from '../../../web/src/settings/shared';
import { siteModelNames } from '../../../web/src/model/checkpoint/fetch-model';
import {
  defaultModelState,
  formatModelState,
  parseModelState,
} from '../../../web/src/model/trained/model-state';
import {
  initialState,
  formatLanguageState,
  parseLanguageState,
} from '../../../web/src/model/language/language-state';
import { shippedModels } from '../../../web/src/model/trained/shipped-models';
import { defaultState, formatState, parseState } from '../../../web/src/settings/state';
import { shownTasks } from '../../../web/src/model/examples/tasks';
import {
  defaultTraining,
  formatTraining,
  parseTraining,
} from '../../../web/src/training/training-state';

describe('a model', () => {
  it('is shown by one page', () => {
    for (const model of shippedModels) expect(pageOf(model), model).toBe('');
    for (const model of shownTasks)
      expect(pageOf(model), model).toBe(model in shipped ? '' : 'training.html');
    for (const model of siteModelNames) expect(pageOf(model), model).toBe('model.html');
    for (const folder of ['https://example.org/bert', 'models/mine/'])
      expect(pageOf(folder)).toBe('model.html');
    expect(pageOf('untrained')).toBe('playground.html');
    for (const other of ['', 'gpt', 'toString', 'Goes_with'])
      expect(pageOf(other), other).toBeNull();
  });
  const shipped = Object.fromEntries(shippedModels.map((model) => [model, true]));
});

describe('the same settings', () => {
  const head = (attention: string, number: number) => ({ attention, head: number });
  const row = { ...head('layers.1.attention', 3), query: 8, key: 2 };

  it('are written and read in the same way by every page', () => {
    expect(kVersion).toBe(3);
    const text = 'a b c d e f g h i';
    const off = [head('layers.0.attention', 1)];
    const changes = {
      off,
      row: [{ example: 2, ...row }],
      word: [{ example: 2, word: 8 }],
      shown: [],
    };
    const written = [
      formatModelState({ ...defaultModelState, text, changes, direction: 'is_seen_by' }),
      formatTraining({ ...defaultTraining, text, changes, direction: 'is_seen_by' }),
      // In the core, a row of a language model counts the delimiter as well.
      formatLanguageState({
        ...{
          ...initialState,
          model: 'minilm',
          text,
          off,
          word: 8,
          direction: 'is_seen_by',
        },
        forced: [{ ...row, query: 9, key: 3 }],
      }),
      formatState({ ...defaultState, text, word: 8 }),
    ].map((hash) => new URLSearchParams(hash));
    for (const parameters of written) {
      expect(parameters.get('v')).toBe('3');
      expect(parameters.get('text')).toBe(text);
      expect(parameters.get('word')!.replace(/^2:/, '')).toBe('8');
    }
    for (const parameters of written.slice(0, 3)) {
      expect(parameters.get('off')).toBe('layers.0.attention:1');
      expect(parameters.get('row')!.replace(/^2:/, '')).toBe('layers.1.attention:3:8-2');
      expect(parameters.get('direction')).toBe('is_seen_by');
    }
  });

  it('in one link give each page the same input and place', () => {
    const link = 'v=3&text=a+b+c&word=2&off=layers.0.attention:1&row=layers.1.attention:3:2-1';
    const notices = (['goes_with', 'minilm'] as const).map((model) => {
      const { state: trained } = parseModelState(`${link}&model=${model}`);
      const { state: opened, refusal } = parseLanguageState(`${link}&model=${model}`);
      expect([trained.text, opened.text]).toEqual(['a b c', 'a b c']);
      expect(trained.changes.word).toEqual([{ example: 2, word: 2 }]);
      expect(opened.word).toBe(2);
      expect(opened.off).toEqual(trained.changes.off);
      return refusal?.message;
    });
    expect(notices).toEqual([expect.stringContaining('“goes_with” is not a model'), undefined]);
    expect(parseTraining(`${link}&model=who`).state.changes.row).toEqual([
      { example: 2, ...head('layers.1.attention', 3), query: 2, key: 1 },
    ]);
    expect(parseState('v=3&model=untrained&text=a+b+c&word=2')).toEqual({
      state: { ...defaultState, text: 'a b c', word: 2 },
      refusal: null,
    });
  });
});
