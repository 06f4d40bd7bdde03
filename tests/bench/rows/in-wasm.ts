/**
 * The row kernels as wasm, in processor cycles per element, in Node and in Chromium: the fastest of several rounds,
 * because other programs can only slow a round down.
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../browser/launch.ts';

type Cycles = readonly (readonly [name: string, cycles: number])[];

const kModule = 'build/wasm/rows/rows.wasm';
const kRelaxedModule = 'build/wasm/rows/relaxed/rows.wasm';

const base64Of = (file: string) => readFileSync(file).toString('base64');
const columns: [string, Cycles][] = [];

columns.push([`Node ${process.versions.node}`, await cyclesOf(base64Of(kModule))]);
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage();
  const name = `Chromium ${browser.version().split('.')[0]}`;
  columns.push([name, await page.evaluate(cyclesOf, base64Of(kModule))]);
  const isRelaxed = (base64: string) =>
    WebAssembly.validate(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  if (existsSync(kRelaxedModule) && (await page.evaluate(isRelaxed, base64Of(kRelaxedModule))))
    columns.push(['relaxed SIMD', await page.evaluate(cyclesOf, base64Of(kRelaxedModule))]);
} finally {
  await browser.close();
}

const kWidth = 15;
const line = (first: string, rest: string[]) =>
  console.log(first.padEnd(30) + rest.map((text) => text.padStart(kWidth)).join(''));
console.log('\nKernels on rows as wasm: cycles per element, of 768, or of 64 listed rows of 64');
line(
  '',
  columns.map(([name]) => name),
);
columns[0]![1].forEach(([name], i) =>
  line(
    name,
    columns.map(([, cycles]) => cycles[i]![1].toFixed(2)),
  ),
);

/** The cycles of each workload. The function is sent to the page as text, so it cannot use anything outside itself. */
async function cyclesOf(base64: string): Promise<Cycles> {
  const kRounds = 15;
  const kRoundMs = 20;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = () => 0;
  const instance = await WebAssembly.instantiate(module, imports);
  const { memory, works, choose, run, tick, _initialize } = instance.exports as {
    memory: WebAssembly.Memory;
    works(): number;
    choose(work: number): number;
    run(times: number): number;
    tick(times: number, odd: number): number;
    _initialize?(): void;
  };
  _initialize?.();

  const textAt = (start: number) => {
    const after = new Uint8Array(memory.buffer, start);
    return new TextDecoder().decode(after.subarray(0, after.indexOf(0)));
  };
  const timeOf = (work: (times: number) => number, times: number) => {
    const start = performance.now();
    const units = work(times);
    return { ms: performance.now() - start, units };
  };
  /** Milliseconds per cycle or element. */
  const quickest = async (work: (times: number) => number) => {
    let times = 100;
    while (timeOf(work, times).ms < kRoundMs) times *= 2;
    // Gives the browser time to compile it again, optimized.
    await new Promise((resolve) => setTimeout(resolve, 50));
    let least = Infinity;
    for (let round = 0; round < kRounds; round++) {
      const { ms, units } = timeOf(work, times);
      least = Math.min(least, ms / units);
    }
    return least;
  };

  const msPerCycle = await quickest((times) => tick(times, 3));
  const found: [string, number][] = [];
  for (let i = 0; i < works(); i++) {
    const name = textAt(choose(i));
    found.push([name, (await quickest(run)) / msPerCycle]);
  }
  return found;
}
