/** The control beside which an error is shown. */
import { expect, it } from 'vitest';
import { problemOf } from '../../../../web/src/elements/lab/lab-problem';
import { EngineError, refusal } from '../../../../web/src/engine/checks/refusal';
import { Refusal } from '../../../../web/src/words/refusal';

const indivisible = refusal('d_model {} is not divisible by num_heads {}', ['8', '3']);

it('is one that the refusal names: the one that was changed last, or the first', () => {
  expect(problemOf(indivisible, 'd_model').setting).toBe('d_model');
  expect(problemOf(indivisible, 'num_heads').setting).toBe('num_heads');
  expect(problemOf(indivisible, 'seed').setting).toBe('num_heads');
});

it('is one that the refusal names by a piece', () => {
  const negative = refusal('expected {} of at least {}, got {}', ['temperature', '0', '-1']);
  expect(problemOf(negative, 'text').setting).toBe('temperature');
});

it('is not one whose name is only part of a piece', () => {
  const unknown = refusal('expected a word, got {}', ['"the seed of a head"']);
  expect(problemOf(unknown, 'seed').setting).toBe('text');
});

it('is the one that a refusal of the page was made for; none if the engine failed', () => {
  const refused = new Refusal(({ refused }) => refused.noWord, 'seed');
  expect(problemOf(refused, 'text').setting).toBe('seed');
  expect(problemOf(new EngineError('The engine has been closed.'), 'seed').setting).toBe('engine');
});
