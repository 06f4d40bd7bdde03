/** The speed at which a run plays: steps per frame, or as fast as possible. */
export const speeds = ['1', '4', '16', 'end'] as const;
export type Speed = (typeof speeds)[number];

/**
 * Milliseconds of training per frame of "to the end": long, because each frame inspects the examples; short enough to
 * stop quickly.
 */
const kFrame = 40;

export class Pace {
  #fitting = 1;

  /** The number of steps in the next frame. */
  steps(speed: Speed): number {
    return speed === 'end' ? this.#fitting : Number(speed);
  }

  /** Reports the duration of `count` steps. */
  record(count: number, milliseconds: number): void {
    const fitting = Math.round((count * kFrame) / Math.max(milliseconds, 0.1));
    this.#fitting = Math.max(1, Math.min(fitting, 2 * count, 64));
  }
}
