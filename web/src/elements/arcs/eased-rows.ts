/** Rows of weights that move to their new values in about 150 ms, or at once under reduced motion. */
import { easedShare } from '../../draw/pictures/arcs';

/** Below this difference a weight has reached its new value. */
const kNear = 0.002;

export class EasedRows {
  #shown: Float32Array[] = [];
  #target: readonly Float32Array[] = [];
  #frame = 0;
  #last = 0;
  readonly #reduced = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(private readonly paint: (rows: readonly Float32Array[]) => void) {}

  /** Paints on every frame until the rows have arrived, and at once if they rest. */
  moveTo(target: readonly Float32Array[]): void {
    const fits =
      target.length === this.#shown.length &&
      target.every((row, i) => row.length === this.#shown[i]!.length);
    if (!fits || this.#reduced.matches) this.#shown = target.map((row) => row.slice());
    this.#target = target;
    if (this.#frame) return;
    this.#last = performance.now();
    this.#paintAndGoOn();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#shown = [];
  }

  readonly #step = (now: number) => {
    const share = easedShare(Math.max(0, now - this.#last));
    this.#last = now;
    this.#shown.forEach((row, layer) =>
      row.forEach((weight, i) => {
        const target = this.#target[layer]![i]!;
        const far = Math.abs(target - weight) > kNear;
        row[i] = far ? weight + (target - weight) * share : target;
      }),
    );
    this.#frame = 0;
    this.#paintAndGoOn();
  };

  #paintAndGoOn(): void {
    this.paint(this.#shown);
    const arrived = this.#shown.every((row, layer) =>
      row.every((weight, i) => weight === this.#target[layer]![i]),
    );
    if (!arrived) this.#frame = requestAnimationFrame(this.#step);
  }
}
