/** Products natively, one thread: ours by tests/bench/gemm, ONNX Runtime by its package for Node, in turns. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import createFamilyModule from '#wasm/family.mjs';
import { inTurns, median, type Contender } from '../../../web/src/measure/contender.ts';
import { dataFor } from '../../../web/src/measure/data.ts';
import type { NativeProduct } from '../../../web/src/speed/figures.ts';
import { works, type Product } from '../../../web/src/speed/works.ts';
import { wasmOf } from '../engine_in_node.ts';
import { onnxRuntime, type Runtime } from './onnx.ts';

const kBench = 'build/growth/tests/bench/gemm/gemm_native';
const kReport = 'build/peers/gemm_native.json';
/** Where the processor has AVX-512. */
export const kNativeReach = 0.7;

export const hasAvx512 = () =>
  existsSync('/proc/cpuinfo') && /\bavx512f\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));

export async function nativeProducts(rounds: number): Promise<NativeProduct[]> {
  if (!existsSync(kBench))
    throw new Error(`expected ${kBench}, which needs libbenchmark-dev and libopenblas-dev`);
  const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
  const family = await createFamilyModule({ wasmBinary: wasmOf('family') });
  const products = works.filter((work): work is Product => work.kind === 'product');
  const theirs: Contender[] = [];
  for (const work of products)
    for (const { make } of onnxRuntime('ONNX Runtime', 'cpu', runtime, work, dataFor(work, family)))
      theirs.push(...([await make()].filter((made) => made !== null) as Contender[]));
  const ours: number[][] = products.map(() => []);
  const onnx: number[][] = products.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const medians = oursOnce();
    const timings = await inTurns(theirs, 3);
    for (const [i, { rows, depth, columns, flops }] of products.entries()) {
      ours[i]!.push(medians.get(`ours ${rows}x${depth}x${columns}`)! / 1e9);
      onnx[i]!.push(flops / timings[i]!.milliseconds / 1e6);
    }
  }
  for (const { release } of theirs) release?.();
  return products.map(({ id }, i) => ({ id, ours: median(ours[i]!), onnx: median(onnx[i]!) }));
}

/** FLOP/s of each product. */
function oursOnce(): Map<string, number> {
  const options = [
    '--benchmark_filter=^ours',
    '--benchmark_repetitions=3',
    '--benchmark_min_time=0.02',
    `--benchmark_out=${kReport}`,
    '--benchmark_out_format=json',
  ];
  execFileSync(kBench, options, { stdio: 'ignore' });
  const { benchmarks } = JSON.parse(readFileSync(kReport, 'utf8')) as {
    benchmarks: { run_name: string; aggregate_name: string; flops: number }[];
  };
  return new Map(
    benchmarks
      .filter(({ aggregate_name }) => aggregate_name === 'median')
      .map(({ run_name, flops }) => [run_name, flops]),
  );
}
