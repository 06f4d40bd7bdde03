/** Round values along an axis. */

/** About so many, steps of 1, 2 or 5, from the last before the least to the first after the most. */
export function ticks(least: number, most: number, about: number): number[] {
  const rough = (most - least) / about;
  if (!(rough > 0) || !Number.isFinite(rough)) return [0];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const count = Math.ceil(most / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
