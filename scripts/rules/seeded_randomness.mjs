// A seed gives the same numbers everywhere, because core/base/random is the only random generator.
import { matchingLines } from './violations.mjs';

const otherSources = new RegExp(
  [
    '\\bMath\\.random\\b',
    '\\b(getRandomValues|randomUUID)\\b',
    '\\brandom_device\\b',
    '\\b(mt19937|minstd_rand|ranlux|knuth_b)',
    '\\b\\w+_engine\\b',
    '\\bs?rand(_r|48)?\\s*\\(',
    '\\bstd::(s?rand|(ranges::)?(random_)?shuffle|(ranges::)?sample|\\w+_distribution)\\b',
  ].join('|'),
);

// The name of a browser's worker, which no number depends on.
const isAllowed = (path, source) =>
  path === 'web/src/engine/transport/browser-worker.ts' && source === 'getRandomValues';

export const seededRandomness = {
  name: 'random numbers come from the seeded generator',
  remedy: "Draw them from core/base/random.h's generator, with a seed from the caller.",
  covers: (path) => /^(core|wasm|web)\//.test(path) && !path.startsWith('core/base/random.'),
  check: ({ path, text }) =>
    matchingLines(text, otherSources, ([source]) =>
      isAllowed(path, source) ? null : `${source.replace('(', '').trim()} does not use our seed`,
    ).filter(({ problem }) => problem !== null),
};
