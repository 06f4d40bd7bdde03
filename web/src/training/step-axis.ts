/** The axis of a run's steps. */

/** The place of a step on the axis: logarithmic, from step 0 on. */
export const logStep = (step: number) => Math.log10(step + 1);
export const stepAt = (log: number) => Math.max(0, Math.round(10 ** log - 1));

/** The steps on the axis up to its end: 0, 10, 30, 100, 300, .. and the end. */
export function stepTicks(end: number): number[] {
  const ticks = [0];
  for (let ten = 10; ten < end; ten *= 10)
    for (const tick of [ten, 3 * ten]) if (logStep(tick) < logStep(end) - 0.25) ticks.push(tick);
  return end > 0 ? [...ticks, end] : ticks;
}

/** The snapshot that is nearest on the axis. */
export function nearestSnapshot(step: number, every: number, last: number): number {
  const snapshot = Math.round(step / every) * every;
  if (step >= last || snapshot > last) return last;
  return snapshot;
}
