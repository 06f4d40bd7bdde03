/** The setting that an error is about, and the control beside which it is shown. */
import { expect, it } from 'vitest';
import { controlOf, problemOf } from '../../../../web/src/elements/lab/lab-problem';
import { EngineError, refusal } from '../../../../web/src/engine/checks/refusal';
import { Refusal } from '../../../../web/src/words/refusal';

const indivisible = refusal('expected num_heads to divide d_model {}, got {}', ['8', '3']);

it('the setting is one that the refusal names: the last changed one, or else the first', () => {
  expect(problemOf(indivisible, 'd_model').setting).toBe('d_model');
  expect(problemOf(indivisible, 'num_heads').setting).toBe('num_heads');
  expect(problemOf(indivisible, 'seed').setting).toBe('num_heads');
});

it('the setting may be named by a piece of the refusal', () => {
  const negative = refusal('expected {} of at least {}, got {}', ['temperature', '0', '-1']);
  expect(problemOf(negative, 'text').setting).toBe('temperature');
});

it('a setting whose name is only part of a piece does not match', () => {
  const unknown = refusal('expected a word, got {}', ['"the seed of a head"']);
  expect(problemOf(unknown, 'seed').setting).toBe('text');
});

it('a refusal by the page names its setting; a failed engine has none', () => {
  const refused = new Refusal(({ refused }) => refused.noWord, 'seed');
  expect(problemOf(refused, 'text').setting).toBe('seed');
  expect(problemOf(new EngineError('The engine has been closed.'), 'seed').setting).toBe('engine');
});

it('a setting without a control is named, and its message is shown beside the sentence', () => {
  const problem = problemOf(new Refusal(({ refused }) => refused.noWord, 'word'), 'seed');
  expect(problem.setting).toBe('word');
  expect(controlOf(problem)).toBe('text');
  expect(controlOf({ ...problem, setting: 'num_heads' })).toBe('num_heads');
  expect(controlOf({ ...problem, setting: 'opened' })).toBeNull();
});
