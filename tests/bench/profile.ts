/**
 * In which functions of the core the time of a work goes, in Node: what is to be known before a kernel is
 * changed. And in which folders the family's size. Its module is one that keeps its functions' names.
 */
import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import type createFamilyModule from '#wasm/family.mjs';
import { inTurns } from '../../web/src/measure/contender.ts';
import { dataFor } from '../../web/src/measure/data.ts';
import { limitOf } from '../../web/src/measure/limit.ts';
import { ours, type OurModules } from '../../web/src/measure/ours.ts';
import { timeOf } from '../../web/src/speed/figures.ts';
import { works } from '../../web/src/speed/works.ts';
import { wasmOf } from './engine_in_node.ts';
import { shortName } from './short_name.ts';
import { printSize } from './size.ts';

const kSize = 'size';
const kRounds = 5;
const kSampleMicroseconds = 200;
const kSampledMs = 2000;
const kLeastShare = 0.01;

const profiled = works.filter(({ kind }) => kind !== 'product' && kind !== 'small');
const asked = process.argv.slice(2);
const chosen = asked.filter((part) => part !== kSize);
const unknown = chosen.find((part) => !profiled.some(({ id }) => id.includes(part)));
if (asked.length === 0 || unknown !== undefined) {
  const got = unknown === undefined ? 'nothing' : `"${unknown}"`;
  console.error(
    `expected "${kSize}" or parts of works' names, got ${got}; ` +
      `works: ${profiled.map(({ id }) => id).join(', ')}`,
  );
  process.exit(2);
}

const kNamed = 'build/profile/wasm/family';
const glue = (await import(/* @vite-ignore */ pathToFileURL(`${kNamed}.mjs`).href)) as {
  default: typeof createFamilyModule;
};
const wasmBytes = new Uint8Array(readFileSync(`${kNamed}.wasm`));
if (asked.includes(kSize)) printSize(wasmBytes);
const family = await glue.default({ wasmBinary: wasmBytes.buffer });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: kSampleMicroseconds });

for (const work of profiled.filter(({ id }) => chosen.some((part) => id.includes(part)))) {
  const contender = ours(work, dataFor(work, family), { family } as OurModules);
  const limit = await limitOf(wasmOf('limit'), work);
  const [ofLimit, own] = await inTurns([limit.contender, contender], kRounds);
  await session.post('Profiler.start');
  for (const end = performance.now() + kSampledMs; performance.now() < end;) contender.run();
  const { profile } = await session.post('Profiler.stop');
  contender.release?.();

  const ratio = (work.flops / own!.milliseconds) * (ofLimit!.milliseconds / limit.flops);
  const share = work.flops === 0 ? '' : `, ${(100 * ratio).toFixed(0)} % of the limit`;
  console.log(`\n${work.id}: ${timeOf(own!.milliseconds)}${share}`);
  for (const [name, part] of sharesOf(profile))
    console.log(`${(100 * part).toFixed(1).padStart(6)} %  ${name}`);
}

/** Of the time that was sampled: functions from the slowest on, then all that took less than 1 %. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): [string, number][] {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const spent = new Map<string, number>();
  let total = 0;
  samples.forEach((id, i) => {
    const name = shortName(nameOf.get(id) || 'JavaScript').slice(0, 60);
    const time = timeDeltas[i] ?? 0;
    spent.set(name, (spent.get(name) ?? 0) + time);
    total += time;
  });
  const shares = [...spent].map(([name, time]): [string, number] => [name, time / total]);
  const large = shares.filter(([, share]) => share >= kLeastShare).sort((a, b) => b[1] - a[1]);
  const rest = 1 - large.reduce((sum, [, share]) => sum + share, 0);
  return [...large, ['all others', rest]];
}
