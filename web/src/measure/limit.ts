/** The limit: packed f32x4 multiplies and adds in the first cache (wasm/limit.cpp). */
import type { Contender } from './contender';

/** The loop's module, by the instructions that it is made of, as `simdOf` names them. */
export type Limits = Readonly<Record<string, BufferSource>>;

/** Some 0.1 ms at a time. */
const kTimes = 256;

export async function limitOf(
  binary: BufferSource,
): Promise<{ contender: Contender; flops: number }> {
  const { instance } = await WebAssembly.instantiate(binary);
  const { limit, _initialize } = instance.exports as Record<string, (times: number) => number>;
  _initialize?.(0);
  const contender: Contender = {
    who: 'limit',
    way: 'f32x4 tiles in L1',
    run: () => [],
    repeat: (times) => void limit!(times * kTimes),
  };
  return { contender, flops: limit!(1) * kTimes };
}
