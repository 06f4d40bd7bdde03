/** The second part of the proof page: models from files, asked for by a click. */
import type { AttentionProof } from '../elements/proof/attention-proof';
import { createEngine } from '../engine/client';
import { languageWasmUrl } from '../engine/whole-model-places';
import { named, openSafetensors, type StoredTensor } from '../files/read-safetensors';
import { sourceOf } from '../files/source';
import { fetchModel, siteModels, type SiteModels } from '../model/fetch-model';
import { openModelFiles, type ModelFiles } from '../model/model-files';
import { openCheckpoint } from '../model/open-checkpoint';
import {
  comparisonsOf,
  maskedSentences,
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
/** What transformers and PyTorch computed, and the small models, about. */
const kReferenceBytes = 3e6;
const at = (path: string) => new URL(path, document.baseURI);

/** Says what a click loads. */
export async function offerModels(element: AttentionProof): Promise<void> {
  try {
    const models = await siteModels(at('models/'));
    const miniLm = models && models['minilm-float16'];
    element.offer = { bytes: kReferenceBytes + (miniLm?.bytes ?? 0), miniLm };
    element.report = { ...emptyReport, stage: 'asked' };
  } catch (error) {
    element.report = { ...emptyReport, stage: 'failed', problem: error as Error };
  }
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
    const models = await siteModels(at('models/'));
    const names = Object.keys(small) as (keyof typeof small)[];
    const provenModels = [
      ...names.map((name) => ({ name, read: () => smallModel(name) })),
      ...(models ? [{ name: 'MiniLM', read: () => miniLm(models, show) }] : []),
    ];
    const comparisons: Comparison[] = [];
    for (const { name, read } of provenModels) {
      show({ stage: 'loading', current: name });
      const { files, checkpoint } = await read();
      const { model } = await openCheckpoint(files, engine);
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

interface ProvenModel {
  readonly files: ModelFiles;
  readonly checkpoint: Checkpoint;
}

async function storedAt(path: string): Promise<readonly StoredTensor[]> {
  const answer = await fetch(at(path));
  if (!answer.ok)
    throw new Error(`expected the numbers of PyTorch at ${path}, got HTTP ${answer.status}`);
  return (await openSafetensors(sourceOf(new Uint8Array(await answer.arrayBuffer())))).tensors;
}

/** How many layers have weights. */
const layersOf = (names: readonly string[], prefix: string) =>
  names.filter((name) => name.startsWith(prefix)).length;

async function smallModel(name: keyof typeof small): Promise<ProvenModel> {
  const folder = `proof/checkpoints/${name}`;
  const [files, reference, words] = await Promise.all([
    fetchModel(at(folder)).then(openModelFiles),
    storedAt(`${folder}/reference.safetensors`).then(named),
    storedAt(`${folder}/words.safetensors`),
  ]);
  // The files have no pooler.
  const pooler = words
    .filter((tensor) => tensor.name.startsWith('pooler.'))
    .map((tensor) => ({ ...tensor, name: `${name}.pooler.dense.${tensor.name.split('.')[1]}` }));
  const checkpoint = {
    name,
    source: `transformers.${small[name]}`,
    sentences: sentencesOfBatch(reference, layersOf(Object.keys(reference), 'attention.')),
    masked: maskedSentences(await named(words)),
    tolerance: smallTolerance,
  };
  return { files: { ...files, tensors: [...files.tensors, ...pooler] }, checkpoint };
}

async function miniLm(
  models: SiteModels,
  show: (change: Partial<ProofReport>) => void,
): Promise<ProvenModel> {
  const files = await openModelFiles(await miniLmFiles(models, show));
  const tensors = await named(await storedAt('proof/minilm.safetensors'));
  const { similarity } = tensors;
  const checkpoint = {
    name: 'MiniLM',
    source: 'transformers.BertModel',
    sentences: sentencesAlone(tensors, layersOf(Object.keys(tensors), 'attention.0.')),
    similarity,
    tolerance: miniLmTolerance,
  };
  return { files, checkpoint };
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
