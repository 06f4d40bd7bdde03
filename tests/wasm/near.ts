import { expect } from 'vitest';

/**
 * Compares numbers within `tolerance`, absolute up to 1 and relative above; -Infinity and NaN equal only
 * themselves. Names the worst element.
 */
export function expectNear(
  name: string,
  got: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance = 1e-5,
): void {
  expect(got.length, `${name}: how many`).toBe(expected.length);
  let worst = { at: -1, excess: 0 };
  for (let at = 0; at < expected.length; at++) {
    const [value, wanted] = [got[at]!, expected[at]!];
    if (Object.is(value, wanted)) continue;
    const excess = Math.abs(value - wanted) / Math.max(1, Math.abs(wanted));
    if (!(excess <= worst.excess)) worst = { at, excess };
    if (Number.isNaN(excess)) break;
  }
  const { at, excess } = worst;
  expect(
    excess <= tolerance,
    `${name}[${at}]: expected ${expected[at]}, got ${got[at]}, off by ${excess}`,
  ).toBe(true);
}
