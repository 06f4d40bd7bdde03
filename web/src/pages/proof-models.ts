/** The second part of the proof page: models from files, compared when the visitor clicks. */
import type { AttentionProof } from '../elements/proof/attention-proof';
import { createEngine, type Engine } from '../engine/client/engine';
import { languageWasmUrl } from '../engine/places/whole-model-places';
import { readAll, openSafetensors, type StoredTensor } from '../files/read-safetensors';
import { sourceOf } from '../files/source';
import {
  fetchModel,
  siteModels,
  type SiteModelName,
  type SiteModels,
} from '../model/checkpoint/fetch-model';
import { openModelFiles, type ModelFiles } from '../model/checkpoint/model-files';
import { neededTensors, openCheckpoint } from '../model/checkpoint/open-checkpoint';
import { megabytes } from '../model/checkpoint/site-model';
import { withUnit } from '../words/forms/with-unit';
import {
  comparisonsOf,
  maskedSentences,
  miniLmTolerance,
  sentencesAlone,
  sentencesOfBatch,
} from '../proof/checkpoints';
import { fetchNumbers } from './fetch-numbers';
import { gradientComparison, wordGradientComparison } from '../proof/checkpoint-gradients';
import { forwardTolerance } from '../proof/difference';
import type { ProofRun } from '../proof/run';
import { roundedComparisons } from '../proof/rounded-checkpoint';
import type { Comparison } from '../proof/verify';

const small = ['bert', 'distilbert', 'roberta'] as const;
/** The approximate size of the small models with transformers' and PyTorch's results. */
const kReferenceBytes = 5e6;
const urlOf = (path: string) => new URL(path, document.baseURI);

/** Shows the size of the download that a click starts. Throws if the server does not answer. */
export async function offerModels(element: AttentionProof): Promise<void> {
  const models = await siteModels(urlOf('models/'));
  const bytes = Object.values(models ?? {}).reduce((sum, model) => sum + model.bytes, 0);
  element.offer = { bytes: kReferenceBytes + bytes, miniLm: models && models.minilm };
}

/** Compares all models, and shows it. */
export async function proveModels(element: AttentionProof): Promise<void> {
  const show = (change: Partial<ProofRun>) => (element.run = { ...element.run, ...change });
  show({ stage: 'loading', total: 0, comparisons: [], problem: null, milliseconds: null });
  const started = performance.now();
  let engine: Engine | null = null;
  try {
    engine = await createEngine({ wasmUrl: languageWasmUrl });
    const models = await siteModels(urlOf('models/'));
    const provenModels = [
      ...small.map((name) => [name, smallModel(name, engine!)] as const),
      ...(models
        ? ([
            ['MiniLM', exactMiniLm(models, engine, show)],
            ['MiniLM int8', roundedMiniLm(models, engine, show)],
          ] as const)
        : []),
    ];
    const comparisons: Comparison[] = [];
    for (const [name, compared] of provenModels) {
      show({ stage: 'loading', current: name });
      for await (const comparison of compared) {
        comparisons.push(comparison);
        show({ stage: 'running', comparisons: [...comparisons], current: comparison.name });
      }
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

async function storedAt(path: string): Promise<readonly StoredTensor[]> {
  return (await openSafetensors(sourceOf(await fetchNumbers(urlOf(path).href)))).tensors;
}

/** The number of layers with weights in the reference. */
const layersOf = (names: readonly string[], prefix: string) =>
  names.filter((name) => name.startsWith(prefix)).length;

type Show = (change: Partial<ProofRun>) => void;

async function* smallModel(
  name: (typeof small)[number],
  engine: Engine,
): AsyncGenerator<Comparison> {
  const folder = `proof/checkpoints/${name}`;
  const [files, words, reference, gradients, wordGradients] = await Promise.all([
    fetchModel(urlOf(folder)).then(openModelFiles),
    storedAt(`${folder}/words.safetensors`),
    storedAt(`${folder}/reference.safetensors`).then(readAll),
    storedAt(`${folder}/gradients.safetensors`).then(readAll),
    storedAt(`${folder}/word_gradients.safetensors`).then(readAll),
  ]);
  // The files have no pooler.
  const pooler = words
    .filter((tensor) => tensor.name.startsWith('pooler.'))
    .map((tensor) => ({ ...tensor, name: `${name}.pooler.dense.${tensor.name.split('.')[1]}` }));
  const computed = await readAll(words);
  const checkpoint = {
    name,
    source: 'PyTorch',
    sentences: sentencesOfBatch(computed, layersOf(Object.keys(computed), 'attention.')),
    masked: maskedSentences(computed),
    tolerance: forwardTolerance,
  };
  const withPooler = { ...files, tensors: [...files.tensors, ...pooler] };
  yield* comparisonsWith((await openCheckpoint(withPooler, engine)).model, (model) =>
    comparisonsOf(checkpoint, model),
  );
  yield* comparisonsWith(await trainable(files, engine), async function* (model) {
    yield await gradientComparison(name, reference, gradients, model);
    yield await wordGradientComparison(name, computed, wordGradients, model);
  });
}

/** The model with all its parameters, which a model held for inference does not have. */
async function trainable(files: ModelFiles, engine: Engine) {
  const tensors = (await neededTensors(files, engine)).map(
    ({ name, dtype, shape, readBytes }) => [name, { dtype, shape, bytes: readBytes }] as const,
  );
  return engine.checkpointModel({ config: files.config, tensors: Object.fromEntries(tensors) });
}

async function* comparisonsWith<Model extends { dispose(): void }>(
  model: Model,
  compare: (model: Model) => AsyncGenerator<Comparison>,
): AsyncGenerator<Comparison> {
  try {
    yield* compare(model);
  } finally {
    model.dispose();
  }
}

async function* exactMiniLm(
  models: SiteModels,
  engine: Engine,
  show: Show,
): AsyncGenerator<Comparison> {
  const { sentences, similarity } = await miniLmReference();
  const checkpoint = { ...kMiniLm, sentences, similarity, tolerance: miniLmTolerance };
  const model = await siteModel('minilm-float16', models, engine, show);
  yield* comparisonsWith(model, (exact) => comparisonsOf(checkpoint, exact));
}

async function* roundedMiniLm(
  models: SiteModels,
  engine: Engine,
  show: Show,
): AsyncGenerator<Comparison> {
  const { sentences, embeddings } = await miniLmReference();
  const checkpoint = { ...kMiniLm, name: 'MiniLM int8', sentences, embeddings };
  const model = await siteModel('minilm', models, engine, show);
  yield* comparisonsWith(model, (rounded) => roundedComparisons(checkpoint, rounded));
}

const kMiniLm = { name: 'MiniLM', source: 'transformers.BertModel' } as const;

async function miniLmReference() {
  const tensors = await readAll(await storedAt('proof/minilm.safetensors'));
  const { similarity, embeddings } = tensors;
  const sentences = sentencesAlone(tensors, layersOf(Object.keys(tensors), 'attention.0.'));
  return { sentences, similarity: similarity!, embeddings: embeddings! };
}

async function siteModel(name: SiteModelName, models: SiteModels, engine: Engine, show: Show) {
  const { bytes: all, sha256 } = models[name];
  const onProgress = (bytes: number) =>
    show({ current: `${name}, ${megabytes(bytes)} / ${withUnit(megabytes(all), 'MB')}` });
  const files = await fetchModel(urlOf(`models/${name}`), { version: sha256, onProgress });
  return (await openCheckpoint(await openModelFiles(files), engine)).model;
}
