/**
 * Measures every workload in Node and in Chromium, first results, and native products. Prints a table and
 * writes build/peers/figures.json and speed.svg. `--renew` also replaces the figures of the speed page and
 * the picture in FIGURES.md: both or neither, so that they have the same date and machine.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Figures, Measured, PlaceFigures } from '../../../web/src/speed/figures.ts';
import { timeOf } from '../../../web/src/speed/figures.ts';
import { workloads } from '../../../web/src/speed/workloads.ts';
import { inKb } from '../figures.ts';
import { inChromium } from './chromium.ts';
import { inPercent, judge, lineOf, verdictOf } from './figures.ts';
import { hasAvx512, kNativeReach, nativeProducts } from './native.ts';
import { inNode } from './node.ts';
import { printMiniLm } from './minilm/print-figures.ts';
import { pictureOf } from './picture.ts';
import { wasmOf } from '../engine-in-node.ts';
import { nativeSteps } from './training/pytorch.ts';
import { printNative, printTraining } from './training/print-figures.ts';

const renew = process.argv.includes('--renew');
const chosen = process.argv.slice(2).filter((word) => word !== '--renew');
const kRounds = 7;
/** The rounds of workloads that take seconds for all contenders in turn. */
const kRoundsOfLong = 5;
const kLongFlops = 4e9;

function versions(): Record<string, string> {
  const { packages } = JSON.parse(readFileSync('tests/bench/peers/package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const of = (name: string) => packages[`node_modules/${name}`]!.version;
  return {
    'ONNX Runtime Web': of('onnxruntime-web'),
    'TensorFlow.js': of('@tensorflow/tfjs-core'),
    'ONNX Runtime': of('onnxruntime-node'),
  };
}

const kFirst = 'first-result';
const kNative = 'native';
const kTraining = 'training-tasks';
const kMiniLm = 'minilm';
const matches = (part: string, ...words: string[]) => words.some((word) => word.includes(part));
const isChosen = (...words: string[]) =>
  chosen.length === 0 || chosen.some((part) => matches(part, ...words));

const known = [...workloads.flatMap(({ id, name }) => [id, name]), kFirst, kNative, kTraining];
known.push(kMiniLm);
function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
for (const part of chosen)
  if (!matches(part, ...known))
    refuse(
      `expected a part of a workload's name, "${kFirst}", "${kNative}", "${kTraining}" or "${kMiniLm}", got "${part}"; workloads: ` +
        workloads.map(({ id }) => id).join(', '),
    );
if (renew && chosen.length > 0)
  refuse('expected --renew alone: figures of other days would get the date of these');

let failed = 0;

/** Measures, or prints the problem and returns `fallback`, so that the other figures are still measured. */
async function measureOr<T>(what: string, fallback: T, measure: () => Promise<T>): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    failed++;
    console.log(`${what.padEnd(66)}  FAILED: ${(error as Error).message}`);
    return fallback;
  }
}

const places: PlaceFigures[] = [];
let first: Figures['first'] = [];
for (const open of [inNode, inChromium]) {
  const environment = await open();
  console.log(
    `\n${environment.name}, one thread; medians of ${kRounds} interleaved rounds, ${kRoundsOfLong} of long workloads`,
  );
  const measured: Measured[] = [];
  try {
    for (const { id, name, flops } of workloads.filter((workload) =>
      isChosen(workload.id, workload.name),
    )) {
      const rounds = flops < kLongFlops ? kRounds : kRoundsOfLong;
      const figures = await measureOr(name, null, () => environment.measure(id, rounds));
      if (!figures) continue;
      measured.push(figures);
      console.log(lineOf(judge(figures)));
    }
    const { miniLm } = environment;
    if (miniLm && isChosen(kMiniLm))
      await measureOr(kMiniLm, undefined, () => printMiniLm({ miniLm }, kRounds));
    if (isChosen(kTraining))
      await measureOr(kTraining, undefined, () => printTraining(environment, kRounds));
    if (isChosen(kFirst)) first = await measureOr('first result', [], () => environment.first());
  } finally {
    await environment.close();
  }
  const simd = [...new Set(measured.map((one) => one.simd))].join(', ');
  console.log(`ours: WebAssembly compiled for ${simd}`);
  places.push({ place: environment.name, workloads: measured });
}

if (first.length > 0) {
  console.log('\nFrom loading to the first result of 6 tokens, and what is loaded, gzipped');
  for (const { who, milliseconds, bytes } of first) {
    const verdict = who === 'ours' ? `  <= 60 ms  ${verdictOf(milliseconds <= 60)}` : '';
    console.log(
      `${who.padEnd(20)} ${timeOf(milliseconds).padStart(9)} ${inKb(bytes).padStart(10)}${verdict}`,
    );
  }
}

let native: Figures['native'] = [];
if (isChosen(kNative)) {
  console.log('\nProducts natively, one thread, GFLOP/s');
  mkdirSync('build/peers', { recursive: true });
  native = await measureOr('native products', [], () => nativeProducts(kRounds));
  const avx512 = hasAvx512();
  for (const { id, ours, onnx } of native) {
    const verdict = avx512
      ? `>= ${inPercent(kNativeReach)}  ${verdictOf(ours >= kNativeReach * onnx)}`
      : '(no AVX-512 here: no verdict)';
    console.log(
      `${id.padEnd(20)} ${ours.toFixed(1).padStart(7)}  ${inPercent(ours / onnx).padStart(6)} of ` +
        `ONNX Runtime's ${onnx.toFixed(1)}  ${verdict}`,
    );
  }
}

if (isChosen(kTraining))
  await measureOr(kTraining, undefined, async () =>
    printNative(await nativeSteps(wasmOf('training'), kRoundsOfLong)),
  );

const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]!.model}, ${cpus().length} shared cores`,
  versions: versions(),
  places,
  first,
  native,
};
mkdirSync('build/peers', { recursive: true });
write('build/peers');
if (failed > 0) {
  console.log(`\n${failed} failed${renew ? ': nothing is renewed' : ''}`);
  process.exitCode = 1;
} else if (renew) write('web/src/speed', 'web/pictures');

function write(folder: string, ofPicture = folder): void {
  writeFileSync(`${folder}/figures.json`, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(`${ofPicture}/speed.svg`, pictureOf(figures));
  console.log(`\nWritten: ${folder}/figures.json, ${ofPicture}/speed.svg`);
}
