import { describe, expect, it } from 'vitest';
import figures from '../../../web/src/speed/figures.json';
import { reasonOf } from '../../bench/peers/reason.ts';

describe('the reason of a failure', () => {
  it.each([
    ['at /a/b-1/c/safeint.h:17 overflow', 'at safeint.h:17 overflow'],
    ['file:///a/b.mjs is gone', 'b.mjs is gone'],
    ['in C:\\a\\b\\c.cc:3', 'in c.cc:3'],
    ['https://example.org/a/b and 3 / 4 or m/s', 'https://example.org/a/b and 3 / 4 or m/s'],
    ['first\nsecond', 'first'],
  ])('%j has no folder names', (message, reason) =>
    expect(reasonOf(new Error(message))).toBe(reason),
  );

  it('is stored in figures.json in this form', () => {
    const reasons = figures.places.flatMap(({ workloads }) =>
      workloads.flatMap(({ failures }) => Object.values<string>(failures)),
    );
    expect(reasons.map((reason) => reasonOf(new Error(reason)))).toEqual(reasons);
  });
});
