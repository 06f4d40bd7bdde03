/** The bytes and the time that each engine needs for a first result of 6 tokens, each in a new browser profile. */
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { median } from '../../../web/src/measure/contender.ts';
import { dataFor } from '../../../web/src/measure/data.ts';
import type { FirstResult } from '../../../web/src/speed/figures.ts';
import { workloads } from '../../../web/src/speed/workloads.ts';
import { openModule } from '../../../web/src/engine/module/module.ts';
import { wasmOf } from '../engine-in-node.ts';
import { onnxModel } from './onnx-models.ts';

const kLoads = 9;
const kEngines = [
  ['ours', 'ours'],
  ['ONNX Runtime Web', 'onnx'],
  ['TensorFlow.js', 'tensorflow'],
] as const;

export async function firstResults(browser: Browser, site: string): Promise<FirstResult[]> {
  const model = await modelForOnnx();
  const results: FirstResult[] = [];
  for (const [who, name] of kEngines) {
    const times: number[] = [];
    let loaded = 0;
    for (let load = 0; load < kLoads; load++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site}empty.html`);
      const responses: Response[] = [];
      context.on('response', (response) => responses.push(response));
      // Passed as text, because the runner of this file would rewrite its import.
      const milliseconds = await page.evaluate<number>(`(async () => {
        const start = performance.now();
        const { firstResult } = await import('${site}first_${name}.js');
        const length = await firstResult(${name === 'onnx' ? JSON.stringify(model) : ''});
        if (length !== 48) throw new Error('expected 48 numbers, got ' + length);
        return performance.now() - start;
      })()`);
      times.push(milliseconds);
      const bodies = await Promise.all(responses.map((response) => response.body()));
      loaded = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
      await context.close();
    }
    results.push({ who, milliseconds: median(times), bytes: loaded });
  }
  return results;
}

async function modelForOnnx(): Promise<number[]> {
  const workload = workloads.find(({ id }) => id === 'small-weights')!;
  const engine = await openModule(wasmOf('attention'));
  return [...onnxModel(workload, dataFor(workload, engine), 'products and softmax')!];
}
