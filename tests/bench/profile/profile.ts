/**
 * Which functions of the core take the time of a workload, in Node and in Chromium. Measure this before you change a
 * kernel. With `size`: which folders make up the module's size. Needs the module built with function names.
 */
import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { shortName } from '../short-name.ts';
import { printSize } from '../size.ts';
import { inChromium } from './in-chromium.ts';
import { inNode } from './in-node.ts';
import { kNamed } from './place.ts';
import { profiledWorkloads } from './profiled.ts';

const kSize = 'size';
const kLeastShare = 0.005;

const asked = process.argv.slice(2);
const parts = asked.filter((part) => part !== kSize);
const unknown = parts.find((part) => !profiledWorkloads.some(({ id }) => id.includes(part)));
if (asked.length === 0 || unknown !== undefined) {
  const got = unknown === undefined ? 'nothing' : `"${unknown}"`;
  console.error(
    `expected "${kSize}" or parts of workloads' names, got ${got}; ` +
      `workloads: ${profiledWorkloads.map(({ id }) => id).join(', ')}`,
  );
  process.exit(2);
}

if (asked.includes(kSize)) printSize(new Uint8Array(readFileSync(`${kNamed}.wasm`)));
const chosen = profiledWorkloads.filter(({ id }) => parts.some((part) => id.includes(part)));
for (const open of chosen.length > 0 ? [inNode, inChromium] : []) {
  const place = await open();
  try {
    console.log(`\n${place.name}`);
    for (const { id } of chosen) {
      const { words, sampled } = await place.profile(id);
      console.log(`\n${id}: ${words}`);
      for (const [name, part] of sharesOf(sampled))
        console.log(`${(100 * part).toFixed(1).padStart(6)} %  ${name}`);
    }
  } finally {
    await place.close();
  }
}

/** Each function's share of the sampled time, largest first; functions below half a percent are summed up last. */
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
