/** A link is a model: the state of the training page in its address. */
import { describe, expect, it } from 'vitest';
import { parseRecipe, recipeText } from '../../../web/src/training/recipe-text';
import {
  recipeGroups,
  recipeSettingNames,
  recipeRow,
  usedSettings,
} from '../../../web/src/training/recipe-settings';
import {
  defaultTraining,
  formatTraining,
  parseTraining,
} from '../../../web/src/training/training-state';

const state = {
  task: 'induction',
  seed: 7,
  step: 120,
  text: 'a b & c',
  recipe: { heads: [2, 1], weight_decay: 0.25, positions: 'learned', bias: false, epsilon: 1e-8 },
} as const;

describe('the address', () => {
  it('has every setting that differs from the task’s own', () => {
    const address = formatTraining(state);
    expect(address).toBe(
      'v=1&task=induction&seed=7&step=120&text=a+b+%26+c&heads=2%2C1&positions=learned' +
        '&bias=false&weight_decay=0.25&epsilon=1e-8',
    );
    expect(parseTraining(address)).toEqual({ state, notice: null });
    expect(parseTraining('')).toEqual({ state: defaultTraining, notice: null });
  });

  it.each([
    ['v=2&task=sort', 'its version is “2”, but this page reads version 1'],
    ['task=sort', 'its version is missing'],
    ['v=1&task=juggling', 'task must be goes_with or who or induction'],
    ['v=1&seed=-3', 'seed: Enter a whole number from 0 to 999,999,999, not “-3”'],
    ['v=1&step=1e9', 'step: Enter a whole number from 0 to 100,000'],
    ['v=1&heads=2,99', 'heads: Enter a whole number from 1 to 16, not “99”'],
    ['v=1&positions=rotated', 'positions: positions must be none or learned'],
    ['v=1&learning_rate=fast', 'learning_rate: Enter a number from 0 to 10, not “fast”'],
  ])('%s is refused, and the defaults are shown', (hash, why) => {
    const { state, notice } = parseTraining(hash);
    expect(state).toEqual(defaultTraining);
    expect(notice!.message).toContain(why);
  });
});

describe('the settings of a recipe', () => {
  it('have a text that gives the same value', () => {
    for (const name of recipeSettingNames) {
      const row = recipeRow(name);
      const value = {
        word: () => 'words' in row && row.words[1]!,
        flag: () => true,
        layers: () => 'max' in row && [row.max, row.min],
        integer: () => 'max' in row && row.max,
        number: () => 'max' in row && row.max,
      }[row.kind]();
      const text = recipeText(value as never);
      expect(parseRecipe(name, text), name).toEqual(value);
    }
  });

  it('are read as they are typed', () => {
    expect(parseRecipe('heads', ' 4, 1 ')).toEqual([4, 1]);
    expect(parseRecipe('heads', '4 1')).toEqual([4, 1]);
    expect(parseRecipe('heads', '4')).toBe(4);
    expect(parseRecipe('learning_rate', '0,01')).toBe(0.01);
    expect(() => parseRecipe('heads', '')).toThrow('from 1 to 16.');
    expect(() => parseRecipe('heads', '4,')).toThrow('from 1 to 16');
  });

  it('are shown where the recipe uses them', () => {
    const shown = (recipe: object, options?: readonly 'places'[]) =>
      recipeGroups.flatMap((group) =>
        usedSettings({ task: 'sort', ...recipe } as never, group, options),
      );
    expect(shown({ optimizer: 'sgd' })).toContain('momentum');
    expect(shown({ optimizer: 'sgd' })).not.toContain('beta_1');
    expect(shown({ optimizer: 'adamw' })).not.toContain('momentum');
    expect(shown({ architecture: 'encoder_decoder' })).toContain('decoder_heads');
    expect(shown({})).not.toContain('decoder_heads');
    expect(shown({}, ['places'])).toContain('places');
    expect(shown({})).not.toContain('length');
  });
});
