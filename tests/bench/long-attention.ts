/** Attention over long sequences, in Node: that it runs, its memory, and how a window's time grows. */
import { check } from '../../web/src/measure/check.ts';
import { measureInTurns } from '../../web/src/measure/contender.ts';
import { dataFor, operationOf } from '../../web/src/measure/data.ts';
import { ourContender } from '../../web/src/measure/ours.ts';
import { openModule } from '../../web/src/engine/module/module.ts';
import { workloads, type SingleHead, type Window } from '../../web/src/speed/workloads.ts';
import { engineInNode, wasmOf } from './engine-in-node.ts';
import { inKb, orMissed, report } from './figures.ts';

const kLongest = 65536;

export async function measureLongAttention(): Promise<void> {
  for (const causal of [false, true])
    await orMissed('memory of attention alone', () => measureMemoryAlone(causal));
  await orMissed(`attention, n = ${kLongest}, causal`, measureLongest);
  await orMissed('sliding window 256: time linear in n', measureWindows);
}

/** How much of the module's memory a call touches, besides its output and its inputs. */
async function measureMemoryAlone(causal: boolean): Promise<void> {
  const id = causal ? 'attention-8192-causal' : 'attention-8192';
  const workload = workloads.find((one): one is SingleHead => one.id === id)!;
  const { module, memory } = await moduleAndItsMemory();
  const before = touched(memory);
  const data = dataFor(workload, module);
  const { name, config } = operationOf(workload);
  const { outputs } = module.run(name, config, {}, data.inputs, 'outputs');
  const bytesOf = (named: Record<string, { data: Float32Array }>) =>
    Object.values(named).reduce((sum, tensor) => sum + tensor.data.byteLength, 0);
  const beyond = touched(memory) - before - bytesOf(data.inputs) - bytesOf(outputs);
  report({
    name: `memory, ${workload.short}`,
    target: '< 2 MB beyond in and out',
    measured: inKb(beyond),
    reached: beyond < 2e6,
  });
}

/** A new module, whose memory has not been written to yet. */
async function moduleAndItsMemory() {
  const { instantiate } = WebAssembly;
  let memory: WebAssembly.Memory | undefined;
  WebAssembly.instantiate = (async (binary: BufferSource, imports?: WebAssembly.Imports) => {
    const instantiated = await instantiate(binary, imports);
    memory = Object.values(instantiated.instance.exports).find(
      (one): one is WebAssembly.Memory => one instanceof WebAssembly.Memory,
    );
    return instantiated;
  }) as typeof instantiate;
  try {
    const module = await openModule(wasmOf('attention'));
    return { module, memory: memory! };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Bytes up to the last one that is not 0. */
function touched({ buffer }: WebAssembly.Memory): number {
  const words = new Int32Array(buffer);
  return 4 * (words.findLastIndex((word) => word !== 0) + 1);
}

async function measureLongest(): Promise<void> {
  const modules = await engineInNode().open();
  const like = workloads.find((one): one is SingleHead => one.kind === 'attention' && one.causal)!;
  const workload = { ...like, n: kLongest };
  const data = dataFor(workload, modules.engine);
  const start = performance.now();
  const difference = check(workload, data, ourContender(workload, data, modules));
  const seconds = (performance.now() - start) / 1000;
  report({
    name: `attention, n = ${kLongest}, causal`,
    target: 'runs',
    measured: `${seconds.toFixed(1)} s, differs from plain loops by ${difference.toExponential(1)}`,
    reached: true,
  });
}

/** The same time for each pair of query and key, whatever the length. */
async function measureWindows(): Promise<void> {
  const modules = await engineInNode().open();
  const windows = workloads.filter((one): one is Window => one.kind === 'window');
  const contenders = windows.map((workload) =>
    ourContender(workload, dataFor(workload, modules.engine), modules),
  );
  const timings = await measureInTurns(contenders, 7);
  const each = windows.map(({ n }, i) => (1e6 * timings[i]!.milliseconds) / n);
  const spread = Math.max(...each) / Math.min(...each) - 1;
  report({
    name: 'sliding window 256: time linear in n',
    target: 'within 15 %',
    measured:
      `${(100 * spread).toFixed(1)} %  (` +
      windows.map(({ n }, i) => `n = ${n}: ${each[i]!.toFixed(0)} ns a query`).join(', ') +
      ')',
    reached: spread <= 0.15,
  });
}
