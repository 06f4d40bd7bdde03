/** The settings of a recipe: their texts, and which of them a recipe uses. */
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../web/src/settings/field';
import {
  recipeGroups,
  recipeRow,
  recipeSettingNames,
  shortRecipeText,
  usedSettings,
  type RecipeSetting,
} from '../../../web/src/settings/recipe';

const typedAs = (name: RecipeSetting, typed: string) => recipeRow(name).parse('', typed);

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
      const text = textOf(value);
      expect(row.parse('', text), name).toEqual(value);
    }
  });

  it('have a text of at most four digits for a field', () => {
    expect(shortRecipeText(0.17677669529663687)).toBe('0.1768');
    expect(shortRecipeText(0.01)).toBe('0.01');
    expect(shortRecipeText(1e-8)).toBe('1e-8');
    expect(shortRecipeText(0.99999)).toBe('1');
    expect(shortRecipeText(10_000)).toBe('10000');
    expect(shortRecipeText(123_456)).toBe('123456');
    expect(shortRecipeText([4, 16])).toBe('4, 16');
    expect(shortRecipeText('cosine')).toBe('cosine');
  });

  it('are read as they are typed', () => {
    expect(typedAs('heads', ' 4, 1 ')).toEqual([4, 1]);
    expect(typedAs('heads', '4 1')).toEqual([4, 1]);
    expect(typedAs('heads', '4')).toBe(4);
    expect(typedAs('learning_rate', '0,01')).toBe(0.01);
    expect(() => typedAs('heads', '')).toThrow('from 1 to 16.');
    expect(() => typedAs('heads', '4,')).toThrow('from 1 to 16');
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
