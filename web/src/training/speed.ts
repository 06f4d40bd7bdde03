/** How fast a run plays: by steps a frame, or as fast as it goes. */
export const speeds = ['1', '4', '16', 'end'] as const;
export type Speed = (typeof speeds)[number];

/** Milliseconds of steps in a frame of "to the end": long enough for few looks, short enough to stop at once. */
const kFrame = 40;

export class Pace {
  #fitting = 1;

  /** The number of steps in the next frame. */
  steps(speed: Speed): number {
    return speed === 'end' ? this.#fitting : Number(speed);
  }

  /** Called with how long `count` steps took. */
  took(count: number, milliseconds: number): void {
    const fitting = Math.round((count * kFrame) / Math.max(milliseconds, 0.1));
    this.#fitting = Math.max(1, Math.min(fitting, 2 * count, 64));
  }
}
