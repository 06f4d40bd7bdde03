/** Training through the public API, in Node on the thread: digits to 95 %, and characters. */
import { readFileSync } from 'node:fs';
import { readNpz } from '../../web/src/files/tensor-files.ts';
import { digitsFile } from '../../web/build/digits.mjs';
import { createEngine, type DigitImages } from '../../web/src/engine/client/engine.ts';
import { wasmOf } from './engine-in-node.ts';
import { report } from './figures.ts';

const kEvery = 25;
const newEngine = () => createEngine({ wasmBinary: wasmOf('training'), worker: false });

/** Measures elapsed seconds and this process's CPU seconds, which are equal when nothing else runs. */
class Stopwatch {
  passed = 0;
  busy = 0;

  async time(work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    const { user } = process.cpuUsage();
    await work();
    this.passed += (performance.now() - began) / 1e3;
    this.busy += (process.cpuUsage().user - user) / 1e6;
  }
}

/** Uses the images that a page loads. Counts only the time of steps, not of the evaluations between them. */
async function measureDigits(): Promise<void> {
  const engine = await newEngine();
  const data = (await readNpz(digitsFile(2000))) as unknown as DigitImages;
  const trainer = await engine.trainer({ task: 'digits' }, { data, snapshots: { every: 0 } });
  const watch = new Stopwatch();
  let accuracy = 0;
  while (accuracy < 0.95 && trainer.step_count < 900) {
    await watch.time(() => trainer.step(kEvery, { every: kEvery }));
    accuracy = (await trainer.evaluate(2000)).accuracy;
  }
  engine.close();
  report({
    name: 'digits, from nothing to 95 %',
    target: 'at most 25 s',
    measured: `${watch.passed.toFixed(1)} s, ${watch.busy.toFixed(1)} s of CPU time, ${trainer.step_count} steps`,
    reached: accuracy >= 0.95 && watch.passed <= 25,
  });
}

async function measureCharacters(): Promise<void> {
  const engine = await newEngine();
  const text = readFileSync('tests/bench/FIGURES.md', 'utf8');
  const trainer = await engine.trainer({ task: 'characters', text });
  await trainer.step(20, { every: 20 });
  const watch = new Stopwatch();
  await watch.time(() => trainer.step(300, { every: 300 }));
  engine.close();
  report({
    name: "characters of one's own text",
    target: '30 steps a second',
    measured: `${(300 / watch.passed).toFixed(0)} a second, ${(300 / watch.busy).toFixed(0)} a second of CPU time`,
    reached: watch.passed <= 10,
  });
}

export async function measureTraining(): Promise<void> {
  await measureCharacters();
  await measureDigits();
}
