// A seed gives the same numbers everywhere, because core/base/random is the only random generator.
import { matchingLines } from './violations.mjs';

const otherSources =
  /\bMath\.random\b|\brandom_device\b|\bmt19937|\bstd::s?rand\b|\bstd::\w+_distribution\b/;

export const seededRandomness = {
  name: 'random numbers come from the seeded generator',
  remedy: "Draw them from core/base/random.h's generator, with a seed from the caller.",
  covers: (path) => /^(core|wasm|web)\//.test(path) && !path.startsWith('core/base/random.'),
  check: ({ text }) =>
    matchingLines(text, otherSources, ([source]) => `${source} does not use our seed`),
};
