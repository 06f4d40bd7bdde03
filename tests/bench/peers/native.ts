/**
 * Times native products on one thread, in turns: ours with tests/bench/gemm, which also compares with OpenBLAS, and
 * ONNX Runtime's with its Node package. First compares ONNX Runtime's results with those of the core in wasm.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check } from '../../../web/src/measure/check.ts';
import { measureInTurns, median, type Contender } from '../../../web/src/measure/contender.ts';
import { dataFor } from '../../../web/src/measure/data.ts';
import { ourContender } from '../../../web/src/measure/ours.ts';
import type { NativeProduct } from '../../../web/src/speed/figures.ts';
import { workloads, type Product } from '../../../web/src/speed/workloads.ts';
import { engineInNode } from '../engine-in-node.ts';
import { heldAgainst } from './difference.ts';
import { onnxRuntime, type Runtime } from './onnx.ts';

const kBench = 'build/native/tests/bench/gemm/gemm_native';
const kReport = 'build/peers/gemm_native.json';
/** The target on processors with AVX-512. */
export const kNativeReach = 0.7;

export const hasAvx512 = () =>
  existsSync('/proc/cpuinfo') && /\bavx512f\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));

export async function nativeProducts(rounds: number): Promise<NativeProduct[]> {
  if (!existsSync(kBench))
    throw new Error(`expected ${kBench}, which needs libbenchmark-dev and libopenblas-dev`);
  const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
  const products = workloads.filter((workload): workload is Product => workload.kind === 'product');
  const theirs = await inAgreement(products, runtime);
  const core: number[][] = products.map(() => []);
  const onnx: number[][] = products.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const medians = oursOnce();
    const timings = await measureInTurns(theirs, 3);
    for (const [i, { rows, depth, columns, flops }] of products.entries()) {
      const name = `ours ${rows}x${depth}x${columns}`;
      const own = medians.get(name);
      if (own === undefined) throw new Error(`expected "${name}" from ${kBench}, got none`);
      core[i]!.push(own / 1e9);
      onnx[i]!.push(flops / timings[i]!.milliseconds / 1e6);
    }
  }
  for (const { release } of theirs) release?.();
  return products.map(({ id }, i) => ({ id, ours: median(core[i]!), onnx: median(onnx[i]!) }));
}

/** Runs ONNX Runtime for each product. Throws if a result differs from the core's. */
async function inAgreement(products: readonly Product[], runtime: Runtime): Promise<Contender[]> {
  const modules = await engineInNode().open();
  const theirs: Contender[] = [];
  for (const workload of products) {
    const data = dataFor(workload, modules.engine);
    const own = ourContender(workload, data, modules);
    check(workload, data, own);
    const wanted = await own.run();
    for (const { make } of onnxRuntime('ONNX Runtime', 'cpu', runtime, workload, data)) {
      const contender = await make();
      if (!contender) continue;
      heldAgainst(workload, wanted, await contender.run());
      theirs.push(contender);
    }
  }
  if (theirs.length !== products.length)
    throw new Error(
      `expected one ONNX graph for each product, got ${theirs.length} for ${products.length}`,
    );
  return theirs;
}

/** The FLOP/s of each product. */
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
