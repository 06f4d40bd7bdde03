/** Who does a work, one of several ways, and how they are timed: in turns, so that a slow moment meets all. */
import type { Timing } from '../speed/figures';
import type { Named } from './data';

export interface Contender {
  readonly who: string;
  readonly way: string;
  /** Does the work once: results in JavaScript's own memory. */
  run(): Float32Array[] | Promise<Float32Array[]>;
  /** Does it `times` times inside, where crossing into JavaScript is not part of the work. */
  repeat?(times: number): void;
  /** Those of its parameters that have these names, where it drew them itself. */
  parameters?(names: readonly string[]): Named;
  /** What is held against a reference, where it is not what `run` gives. */
  proof?(): Float32Array[];
  release?(): void;
}

/** Long enough for a clock that is as coarse as a browser's. */
const kSampleMs = 25;

/**
 * The median milliseconds of each contender, over `rounds` in which each has its turn. `before` is
 * told which round comes, and is waited for.
 */
export async function inTurns(
  contenders: readonly Contender[],
  rounds: number,
  before?: (round: number) => Promise<void>,
): Promise<Timing[]> {
  const counts: number[] = [];
  for (const contender of contenders) counts.push(await countFor(contender));
  const samples: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    await before?.(round);
    for (const [i, contender] of contenders.entries())
      samples[i]!.push(await sample(contender, counts[i]!));
  }
  return contenders.map(({ who, way }, i) => ({ who, way, milliseconds: median(samples[i]!) }));
}

/** Calls before anything counts, while the browser still compiles what is hot; fewer of what takes long. */
const kWarmUps = 60_000;
const kLongMs = 600;
/** Of these at once. */
const kMaxWarmUps = 500;

/** How often, for one sample to be long enough. */
async function countFor(contender: Contender): Promise<number> {
  let count = 1;
  for (let calls = 0, spent = 0; calls < kWarmUps && spent < kLongMs;) {
    const each = await sample(contender, count);
    calls += count;
    spent += count * each;
    const left = Math.floor((kLongMs - spent) / Math.max(each, 1e-4));
    count = Math.max(1, Math.min(2 * count, kMaxWarmUps, left));
  }
  count = 1;
  for (;;) {
    const each = await sample(contender, count);
    if (each * count >= kSampleMs) return Math.max(1, Math.round(kSampleMs / each));
    count = Math.min(count * 10, Math.ceil((1.2 * kSampleMs) / Math.max(each, 1e-4)));
  }
}

async function sample(contender: Contender, count: number): Promise<number> {
  const start = performance.now();
  if (contender.repeat) contender.repeat(count);
  else
    for (let i = 0; i < count; i++) {
      const done = contender.run();
      if (done instanceof Promise) await done;
    }
  return (performance.now() - start) / count;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
