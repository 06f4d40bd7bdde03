/** Test verbs that a host can run instead of a wasm module's. `run` has a name of the module, to take `into`. */
import type { RefusalError } from '../../../web/src/engine/checks/refusal';

interface Tensor {
  shape: number[];
  data: Float32Array;
}

declare const process: { exit(code: number): never };

export const verbs = {
  run({ x }: { x: Tensor }): { y: Tensor } {
    return { y: { shape: x.shape, data: x.data.map((number) => 2 * number) } };
  },
  refuse(error: Partial<RefusalError>): void {
    throw Object.assign(new Error(), error);
  },
  crash(): void {
    throw new WebAssembly.RuntimeError('unreachable');
  },
  exit(code: number): void {
    process.exit(code);
  },
  /** Blocks its thread until another one sets the number. False if none does within 100 seconds. */
  wait(shared: Int32Array): boolean {
    return Atomics.wait(shared, 0, 0, 100_000) !== 'timed-out';
  },
};

export type Verbs = typeof verbs;
