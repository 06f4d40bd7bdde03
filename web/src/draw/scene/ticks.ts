/** Round values along an axis. */

/** At most about so many, from the least to the most, steps of 1, 2 or 5. */
export function ticks(least: number, most: number, about: number): number[] {
  const rough = (most - least) / about;
  if (!(rough > 0) || !Number.isFinite(rough)) return [0];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
