/** Round tick values along an axis. */

/**
 * Ticks from at or below `min` to at or above `max`, with about `intervals` steps. A step is 1, 2 or 5
 * times a power of 10.
 */
export function ticks(min: number, max: number, intervals: number): number[] {
  const rough = (max - min) / intervals;
  if (!(rough > 0) || !Number.isFinite(rough)) return [0];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(min / step);
  const count = Math.ceil(max / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}
