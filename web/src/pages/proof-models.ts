/** The second part of the proof page: models from files, asked for by a click. */
import type { AttentionProof } from '../elements/proof/attention-proof';
import { createEngine } from '../engine/client';
import { languageWasmUrl } from '../engine/whole-model-places';
import { readSafetensors } from '../files/tensor-files';
import { fetchModel, siteModels, type SiteModels } from '../model/fetch-model';
import { openModelFiles } from '../model/model-files';
import { openCheckpoint } from '../model/open-checkpoint';
import {
  comparisonsOf,
  miniLmTolerance,
  sentencesAlone,
  sentencesOfBatch,
  smallTolerance,
  type Checkpoint,
} from '../proof/checkpoints';
import { emptyReport, type ProofReport } from '../proof/report';
import type { Comparison } from '../proof/verify';

const small = {
  bert: 'BertModel',
  distilbert: 'DistilBertModel',
  roberta: 'RobertaModel',
} as const;
/** What transformers computed, and the small models, about. */
const kReferenceBytes = 2.7e6;
const at = (path: string) => new URL(path, document.baseURI);

/** Says what a click loads. */
export async function offerModels(element: AttentionProof): Promise<void> {
  const models = await siteModels(document.baseURI).catch(() => null);
  const bytes = kReferenceBytes + (models?.['minilm-float16'].bytes ?? 0);
  element.offer = { bytes, hasMiniLm: models !== null };
  element.report = { ...emptyReport, stage: 'asked' };
}

/** Compares all models, and shows it. */
export async function proveModels(element: AttentionProof): Promise<void> {
  const show = (change: Partial<ProofReport>) =>
    (element.report = { ...element.report, ...change });
  show({ stage: 'loading', comparisons: [], problem: null, milliseconds: null });
  const started = performance.now();
  let engine: Awaited<ReturnType<typeof createEngine>> | null = null;
  try {
    engine = await createEngine({ wasmUrl: languageWasmUrl });
    const models = await siteModels(document.baseURI).catch(() => null);
    const names = Object.keys(small) as (keyof typeof small)[];
    const checkpoints = [
      ...names.map((name) => ({
        name,
        read: () => smallCheckpoint(name),
        files: () => fetchModel(at(`proof/checkpoints/${name}`)),
      })),
      ...(models ? [{ name: 'MiniLM', read: miniLm, files: () => miniLmFiles(models, show) }] : []),
    ];
    const comparisons: Comparison[] = [];
    for (const { name, read, files } of checkpoints) {
      show({ stage: 'loading', current: name });
      const opened = await openModelFiles(await files());
      const { model } = await openCheckpoint(opened, engine);
      const checkpoint = await read();
      for await (const comparison of comparisonsOf(checkpoint, model)) {
        comparisons.push(comparison);
        const current = comparison.name;
        show({
          stage: 'running',
          comparisons: [...comparisons],
          total: comparisons.length,
          current,
        });
      }
      model.dispose();
    }
    show({
      stage: 'done',
      total: comparisons.length,
      current: null,
      milliseconds: performance.now() - started,
    });
  } catch (error) {
    show({ stage: 'failed', current: null, problem: error as Error });
  }
  engine?.close();
}

const tensorsAt = async (path: string) => {
  const answer = await fetch(at(path));
  if (!answer.ok)
    throw new Error(`expected the numbers of transformers at ${path}, got HTTP ${answer.status}`);
  return (await readSafetensors(new Uint8Array(await answer.arrayBuffer()))).tensors;
};

/** How many layers have weights. */
const layersOf = (names: readonly string[], prefix: string) =>
  names.filter((name) => name.startsWith(prefix)).length;

async function smallCheckpoint(name: keyof typeof small): Promise<Checkpoint> {
  const tensors = await tensorsAt(`proof/checkpoints/${name}/reference.safetensors`);
  const sentences = sentencesOfBatch(tensors, layersOf(Object.keys(tensors), 'attention.'));
  return {
    name,
    source: `transformers.${small[name]}`,
    sentences,
    tolerance: smallTolerance,
  };
}

async function miniLm(): Promise<Checkpoint> {
  const tensors = await tensorsAt('proof/minilm.safetensors');
  const sentences = sentencesAlone(tensors, layersOf(Object.keys(tensors), 'attention.0.'));
  const { similarity } = tensors;
  return {
    name: 'MiniLM',
    source: 'transformers.BertModel',
    sentences,
    similarity,
    tolerance: miniLmTolerance,
  };
}

function miniLmFiles(
  models: SiteModels,
  show: (change: Partial<ProofReport>) => void,
): Promise<File[]> {
  const { bytes: all, sha256 } = models['minilm-float16'];
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  const onProgress = (bytes: number) =>
    show({ current: `MiniLM, ${megabytes(bytes)} / ${megabytes(all)} MB` });
  return fetchModel(at('models/minilm-float16'), { version: sha256, onProgress });
}
