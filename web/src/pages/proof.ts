/** The proof's page: loads the family and PyTorch's numbers, and runs the comparisons. */
import '../elements/proof/attention-proof';
import type { AttentionProof } from '../elements/proof/attention-proof';
import { createFamily, type Family } from '../engine/family';
import { fetchWasm } from '../engine/load';
import { familyWasm } from '../engine/relaxed';
import { fixturesOf } from '../proof/fixtures';
import { emptyReport, type ProofReport } from '../proof/report';
import { compare, directionsOf, type Comparison, type ProvenFamily } from '../proof/verify';
import { browserName } from './browser-name';

const fixturesUrl = new URL('proof/pytorch.safetensors', document.baseURI).href;
const element = document.querySelector<AttentionProof>('attention-proof')!;

/** Milliseconds: drawing every comparison would take longer than making it. */
const kBetweenDrawings = 30;

async function run(): Promise<void> {
  show({ ...emptyReport, facts: [{ name: 'browser', value: browserName() }] });
  let family: Family | null = null;
  try {
    const { url, simd } = familyWasm();
    const [wasmBinary, file] = await Promise.all([fetchWasm(url), fetchFixtures()]);
    show({
      facts: [
        ...element.report.facts,
        { name: `the core, as WebAssembly with ${simd}`, value: kilobytes(wasmBinary.byteLength) },
        { name: 'PyTorch’s numbers', value: kilobytes(file.byteLength) },
      ],
    });
    family = await createFamily({ wasmBinary });
    await prove(family, file);
  } catch (error) {
    show({ stage: 'failed', current: null, problem: (error as Error).message });
  }
  family?.close();
}

async function prove(family: Family, file: Uint8Array): Promise<void> {
  const fixtures = fixturesOf(await family.readSafetensors(file));
  const pairs = fixtures.flatMap((fixture) =>
    directionsOf(fixture).map((direction) => ({ fixture, direction })),
  );
  show({ stage: 'running', total: pairs.length });
  const comparisons: Comparison[] = [];
  const started = performance.now();
  let shown = started;
  for (const { fixture, direction } of pairs) {
    comparisons.push(await compare(family as unknown as ProvenFamily, fixture, direction));
    if (performance.now() - shown < kBetweenDrawings) continue;
    shown = performance.now();
    show({ comparisons: [...comparisons], current: `${fixture.name}, ${direction}` });
  }
  const milliseconds = performance.now() - started;
  show({ stage: 'done', comparisons, current: null, milliseconds });
}

function show(change: Partial<ProofReport>): void {
  element.report = { ...element.report, ...change };
}

async function fetchFixtures(): Promise<Uint8Array> {
  const answer = await fetch(fixturesUrl).catch((error: Error) => {
    throw new Error(
      `expected PyTorch’s numbers at ${fixturesUrl}, got no answer (${error.message})`,
    );
  });
  if (!answer.ok)
    throw new Error(`expected PyTorch’s numbers at ${fixturesUrl}, got HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

element.addEventListener('attention-proof-again', () => void run());
void run();
