/**
 * The limit of a work: packed f32x4 multiplies and adds in the first cache (wasm/limit.cpp), or where it reads much and
 * does little with it, reading so much memory (wasm/reading.cpp).
 */
import type { Work } from '../speed/works';
import type { Contender } from './contender';

/** The loops' module, by the instructions that it is made of, as `simdOf` names them. */
export type Limits = Readonly<Record<string, BufferSource>>;

/** Some 0.1 ms at a time. */
const kTimes = 256;

/** `flops`: those of the formula that the work would do in the time of one run of the contender. */
export async function limitOf(
  binary: BufferSource,
  { reads, flops }: Pick<Work, 'reads' | 'flops'>,
): Promise<{ contender: Contender; flops: number }> {
  const { instance } = await WebAssembly.instantiate(binary);
  const { limit, hold, read, _initialize } = instance.exports as Record<
    string,
    (number: number) => number
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
  // Where there is no room for as much again, a part tells how fast the rest would come.
  let held = reads;
  while (!hold!(held)) held = Math.floor(held / 2);
  return {
    contender: contender('reading', (times) => void read!(times)),
    flops: (flops * held) / reads,
  };
}
