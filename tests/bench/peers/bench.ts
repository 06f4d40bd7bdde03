/** Every work in Node and in Chromium: a table here, and build/peers/figures.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { works } from '../engine/works.ts';
import { inChromium } from './chromium.ts';
import { judge, lineOf, type Figures, type PlaceFigures } from './figures.ts';
import { inNode } from './node.ts';
import { pictureOf } from './picture.ts';
import type { Measured } from './measure.ts';

const [, , ...chosen] = process.argv;
const kRounds = 7;

function versions(): Record<string, string> {
  const { packages } = JSON.parse(readFileSync('tests/bench/peers/package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const of = (name: string) => packages[`node_modules/${name}`]!.version;
  return {
    'ONNX Runtime Web': of('onnxruntime-web'),
    'TensorFlow.js': of('@tensorflow/tfjs-core'),
  };
}

const places: PlaceFigures[] = [];
for (const open of [inNode, inChromium]) {
  const place = await open();
  console.log(`\n${place.name}, one thread; medians of ${kRounds} interleaved rounds`);
  const measured: Measured[] = [];
  try {
    for (const { id } of works) {
      if (chosen.length > 0 && !chosen.some((part) => id.includes(part))) continue;
      const figures = await place.measure(id, kRounds);
      measured.push(figures);
      console.log(lineOf(judge(figures)));
    }
  } finally {
    await place.close();
  }
  places.push({ place: place.name, works: measured });
}

const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]!.model}, ${cpus().length} shared cores`,
  versions: versions(),
  places,
};
mkdirSync('build/peers', { recursive: true });
writeFileSync('build/peers/figures.json', `${JSON.stringify(figures, null, 2)}\n`);
writeFileSync('build/peers/speed.svg', pictureOf(figures));
console.log('\nWritten: build/peers/figures.json, build/peers/speed.svg');
