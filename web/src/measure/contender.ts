/** A contender runs a workload. Contenders take turns, so that a slow moment of the machine affects all of them. */
import type { Timing } from '../speed/figures';
import type { PlainTensors } from './data';

export interface Contender {
  readonly who: string;
  readonly way: string;
  /** Runs the workload once. The results are in JavaScript memory, not in wasm memory. */
  run(): Float32Array[] | Promise<Float32Array[]>;
  /** Runs the workload `times` times inside the module, if calls from JavaScript are not part of the workload. */
  repeat?(times: number): void;
  /** Parameters by name, if the contender initialized them itself. */
  parameters?(names: readonly string[]): PlainTensors;
  /** Results to compare with the reference, if those of `run` are unsuitable. */
  proof?(): Float32Array[];
  release?(): void;
}

type Clock = () => number;

/** Sample duration, long enough for a browser's coarse clock. */
const kSampleMs = 25;

/**
 * Median time of each contender over `rounds`. Each round runs every contender once. Awaits `before`
 * at the start of each round. `clock` gives milliseconds.
 */
export async function measureInTurns(
  contenders: readonly Contender[],
  rounds: number,
  before?: (round: number) => Promise<void>,
  clock: Clock = () => performance.now(),
): Promise<Timing[]> {
  const counts: number[] = [];
  for (const contender of contenders) counts.push(await countFor(contender, clock));
  const samples: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    await before?.(round);
    for (const [i, contender] of contenders.entries())
      samples[i]!.push(await sample(contender, counts[i]!, clock));
  }
  return contenders.map(({ who, way }, i) => ({ who, way, milliseconds: median(samples[i]!) }));
}

/** Warm-up calls while the browser compiles hot code. Slow workloads stop after `kMaxWarmUpMs`. */
const kWarmUps = 60_000;
const kMaxWarmUpMs = 600;
/** Maximum warm-up calls per sample. */
const kMaxWarmUpBatch = 500;

/** The number of calls that make a sample long enough, after warm-up. */
async function countFor(contender: Contender, clock: Clock): Promise<number> {
  let count = 1;
  for (let calls = 0, spent = 0; calls < kWarmUps && spent < kMaxWarmUpMs;) {
    const each = await sample(contender, count, clock);
    calls += count;
    spent += count * each;
    const affordable = Math.floor((kMaxWarmUpMs - spent) / Math.max(each, 1e-4));
    count = Math.max(1, Math.min(2 * count, kMaxWarmUpBatch, affordable));
  }
  count = 1;
  for (;;) {
    const each = await sample(contender, count, clock);
    if (each * count >= kSampleMs) return Math.max(1, Math.round(kSampleMs / each));
    count = Math.min(count * 10, Math.ceil((1.2 * kSampleMs) / Math.max(each, 1e-4)));
  }
}

async function sample(contender: Contender, count: number, clock: Clock): Promise<number> {
  const start = clock();
  if (contender.repeat) contender.repeat(count);
  else
    for (let i = 0; i < count; i++) {
      const result = contender.run();
      if (result instanceof Promise) await result;
    }
  return (clock() - start) / count;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
