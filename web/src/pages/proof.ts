/** The proof page: loads the engine and PyTorch's numbers, and runs the comparisons. */
import '../elements/proof/attention-proof';
import type { AttentionModelProof, AttentionProof } from '../elements/proof/attention-proof';
import { createEngine, type Engine } from '../engine/client/engine';
import { fetchWasm } from '../engine/transport/wasm-file';
import { buildFor } from '../engine/places/simd';
import { wasmUrls } from '../engine/places/site-wasm-urls';
import { readSafetensors } from '../files/tensor-files';
import { fetchNumbers } from './fetch-numbers';
import { fixturesOf } from '../proof/fixtures';
import { emptyProofRun, type ProofRun } from '../proof/run';
import { compare, directionsOf, type Comparison, type ProvenEngine } from '../proof/verify';
import { browserName } from './base/browser-name';
import { keepLanguage } from './base/page-language';
import { loaded } from '../words/refusal';

const fixturesUrl = new URL('proof/pytorch.safetensors', document.baseURI).href;
const element = document.querySelector<AttentionProof>('attention-proof')!;

/** Milliseconds between updates: rendering each comparison would take longer than computing it. */
const kUpdateInterval = 30;

async function run(): Promise<void> {
  show({ ...emptyProofRun, browser: browserName() });
  let engine: Engine | null = null;
  try {
    const { url, simd } = buildFor(wasmUrls);
    const [wasmBinary, file] = await Promise.all([fetchWasm(url), fetchNumbers(fixturesUrl)]);
    show({ wasm: { simd, bytes: wasmBinary.byteLength }, numbers: file.byteLength });
    engine = await createEngine({ wasmBinary });
    await prove(engine, file);
  } catch (error) {
    show({ stage: 'failed', current: null, problem: error as Error });
  }
  engine?.close();
}

async function prove(engine: Engine, file: Uint8Array): Promise<void> {
  const fixtures = fixturesOf(await readSafetensors(file));
  const pairs = fixtures.flatMap((fixture) =>
    directionsOf(fixture).map((direction) => ({ fixture, direction })),
  );
  show({ stage: 'running', total: pairs.length });
  const comparisons: Comparison[] = [];
  const started = performance.now();
  let lastUpdate = started;
  for (const { fixture, direction } of pairs) {
    comparisons.push(await compare(engine as unknown as ProvenEngine, fixture, direction));
    if (performance.now() - lastUpdate < kUpdateInterval) continue;
    lastUpdate = performance.now();
    show({ comparisons: [...comparisons], current: `${fixture.name}, ${direction}` });
  }
  const milliseconds = performance.now() - started;
  show({ stage: 'done', comparisons, current: null, milliseconds });
}

function show(change: Partial<ProofRun>): void {
  element.run = { ...element.run, ...change };
}

keepLanguage(element);
element.addEventListener('attention-proof-again', () => void run());
void run();

const models = document.querySelector<AttentionModelProof>('attention-model-proof')!;

const modelProof = () => loaded(import('./proof-models'));

/** The code for whole models loads apart. It and their sizes may fail to load. */
async function offer(): Promise<void> {
  models.run = { ...emptyProofRun, stage: 'idle' };
  try {
    await (await modelProof()).offerModels(models);
  } catch (error) {
    models.run = { ...models.run, problem: error as Error };
  }
}

models.addEventListener('attention-proof-again', () => {
  if (models.offer) void modelProof().then(({ proveModels }) => proveModels(models));
  else void offer();
});
void offer();
