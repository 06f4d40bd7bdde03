import { describe, expect, it } from 'vitest';
import figures from '../../../web/src/speed/figures.json';
import { reasonOf } from './reason.ts';

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

  it('is stored in figures.json without a folder of the machine that measured', () => {
    const reasons = figures.places.flatMap(({ workloads }) =>
      workloads.flatMap(({ failures }) => Object.values<string>(failures)),
    );
    expect(reasons.length).toBeGreaterThan(0);
    // The root of a path on Unix or Windows, or of its URL.
    const folder = /(^|[\s("'`])\/\w|\b[A-Z]:\\|file:/;
    for (const path of ['at /a/b.h', '/a', "'/a/b'", 'C:\\a', 'file:///a'])
      expect(path).toMatch(folder);
    expect(reasons.filter((reason) => folder.test(reason))).toEqual([]);
  });
});
