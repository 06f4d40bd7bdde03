/**
 * Every work in Node and in Chromium, first results, and products natively: a table here, and
 * build/peers/figures.json and speed.svg. `--renew` also renews what was measured in the figures that
 * the page of speed shows, and the README's picture of them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Figures, Measured, PlaceFigures } from '../../../web/src/speed/figures.ts';
import { timeOf } from '../../../web/src/speed/figures.ts';
import { works } from '../../../web/src/speed/works.ts';
import { inKb } from '../figures.ts';
import { inChromium } from './chromium.ts';
import { inPercent, judge, lineOf, verdictOf } from './figures.ts';
import { hasAvx512, kNativeReach, nativeProducts } from './native.ts';
import { inNode } from './node.ts';
import { pictureOf } from './picture.ts';
import { renewed } from './renewed.ts';

const renew = process.argv.includes('--renew');
const chosen = process.argv.slice(2).filter((word) => word !== '--renew');
const kRounds = 7;
/** Of what takes seconds with everybody in turn. */
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

const isChosen = (id: string) => chosen.length === 0 || chosen.some((part) => id.includes(part));

/** What fails says so, and the rest is measured all the same. */
async function unless<T>(what: string, otherwise: T, measure: () => Promise<T>): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    console.log(`${what.padEnd(66)}  FAILED: ${(error as Error).message}`);
    return otherwise;
  }
}

const places: PlaceFigures[] = [];
let first: Figures['first'] = [];
for (const open of [inNode, inChromium]) {
  const place = await open();
  console.log(
    `\n${place.name}, one thread; medians of ${kRounds} interleaved rounds, ${kRoundsOfLong} of long works`,
  );
  const measured: Measured[] = [];
  try {
    for (const { id, name, flops } of works.filter((work) => isChosen(work.id))) {
      const rounds = flops < kLongFlops ? kRounds : kRoundsOfLong;
      const figures = await unless(name, null, () => place.measure(id, rounds));
      if (!figures) continue;
      measured.push(figures);
      console.log(lineOf(judge(figures)));
    }
    if (isChosen('first-result')) first = await unless('first result', [], () => place.first());
  } finally {
    await place.close();
  }
  const simd = [...new Set(measured.map((one) => one.simd))].join(', ');
  console.log(`ours: WebAssembly compiled for ${simd}`);
  places.push({ place: place.name, works: measured });
}

if (first.length > 0) {
  console.log('\nFrom loading to the first result of 6 tokens, and what is loaded, gzipped');
  for (const { who, milliseconds, bytes } of first) {
    const verdict = who === 'ours' ? `  <= 50 ms  ${verdictOf(milliseconds <= 50)}` : '';
    console.log(
      `${who.padEnd(20)} ${timeOf(milliseconds).padStart(9)} ${inKb(bytes).padStart(10)}${verdict}`,
    );
  }
}

let native: Figures['native'] = [];
if (isChosen('native')) {
  console.log('\nProducts natively, one thread, GFLOP/s');
  mkdirSync('build/peers', { recursive: true });
  native = await unless('native products', [], () => nativeProducts(kRounds));
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

const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]!.model}, ${cpus().length} shared cores`,
  versions: versions(),
  places,
  first,
  native,
};
mkdirSync('build/peers', { recursive: true });
write('build/peers', figures);
if (renew) write('web/src/speed', renewed(figures), 'web');

function write(folder: string, what: Figures, ofPicture = folder): void {
  writeFileSync(`${folder}/figures.json`, `${JSON.stringify(what, null, 2)}\n`);
  writeFileSync(`${ofPicture}/speed.svg`, pictureOf(what));
  console.log(`\nWritten: ${folder}/figures.json, ${ofPicture}/speed.svg`);
}
