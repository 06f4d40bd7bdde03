/**
 * The limit of a workload: the throughput of packed f32x4 multiplies and adds in the L1 cache (wasm/speed/limit.cpp), or,
 * if the workload is memory-bound, of reading memory (wasm/speed/reading.cpp).
 */
import type { Workload } from '../speed/workloads';
import type { Contender } from './contender';

/** The module with the measuring loops, by SIMD instruction set. */
export type LimitModules = Readonly<Record<string, BufferSource>>;

/** Loop iterations per call, about 0.1 ms. */
const kTimes = 256;

/** Returns the contender, and the workload's FLOPs per run of the contender. */
export async function limitOf(
  binary: BufferSource,
  { reads, flops }: Pick<Workload, 'reads' | 'flops'>,
): Promise<{ contender: Contender; flops: number }> {
  const { instance } = await WebAssembly.instantiate(binary);
  const { limit, hold, read, _initialize } = instance.exports as Record<
    string,
    (argument: number) => number
  >;
  _initialize?.(0);
  const contender = (way: string, repeat: (times: number) => void): Contender => ({
    who: 'limit',
    way,
    run: () => [],
    repeat,
  });
  if (reads === undefined)
    return {
      contender: contender('f32x4 tiles in L1', (times) => void limit!(times * kTimes)),
      flops: limit!(1) * kTimes,
    };
  // If memory is short, read a smaller buffer: its bandwidth is representative.
  let bytes = reads;
  while (!hold!(bytes)) bytes = Math.floor(bytes / 2);
  return {
    contender: contender('reading', (times) => void read!(times)),
    flops: (flops * bytes) / reads,
  };
}
