/**
 * "Copy as PyTorch" for a training run: 50 steps of the script give our losses, and in double precision our parameters.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngine,
  type Engine,
  type NamedTensors,
  type TrainerRecipe,
} from '../../web/src/engine/client/engine';
import { readNpz } from '../../web/src/files/tensor-files';
import { pytorchTrainingData, pytorchTrainingScript } from '../../web/src/training/pytorch-script';
import { python } from '../support/python';
import { seeded } from '../support/seeded';
import { wasmBinary } from './module';

const kSteps = 50;
const kTolerance = 1e-4;
const folder = mkdtempSync(join(tmpdir(), 'attention-training-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = seeded(5);
const words = ['attention', 'is', 'all', 'you', 'need', 'and', 'a', 'head', 'that', 'looks'];
const text = Array.from({ length: 300 }, () => random.pick(words)).join(' ');

/** The schedules end with these steps, so that they include all of warm-up, cosine and penalty. */
const common = { steps: kSteps, batch: 8, seed: 3 } as const;
const small = { ...common, d_model: 12, heads: 2, d_head: 6, d_v: 6 } as const;
/**
 * Without positions, the bias of the keys adds the same number to all scores of a query, which softmax ignores. Rotary
 * positions change that, but the slow pairs of base 10000, which the named recipes use, hardly rotate. So float32
 * leaves few correct digits of this gradient: in 36 runs of goes_with and induction, these biases differed by 1e-5 to
 * 2e-4 from those in double precision, in our code as well as in PyTorch's; all other parameters by at most 7e-5.
 */
const turning = { ...common, rotary_base: 100 } as const;
const recipes: Record<string, TrainerRecipe> = {
  goes_with: { ...turning, task: 'goes_with' },
  who: { ...common, task: 'who' },
  induction: { ...turning, task: 'induction' },
  translation: { ...common, task: 'translation' },
  sort: { ...common, task: 'sort' },
  reverse: { ...common, task: 'reverse', min_length: 3 },
  copy_places: { ...common, task: 'copy_places', places: 3 },
  digits: { ...common, task: 'digits', entropy: 0.1 },
  // Settings that the named recipes do not have.
  post_norm: {
    ...small,
    task: 'copy',
    architecture: 'encoder_only',
    symbols: 5,
    length: 4,
    layers: 2,
    d_ff: [0, 20],
    rotary: [0, 1],
    norm: 'rms',
    norm_first: false,
    final_norm: false,
    activation: 'silu',
    positions: 'sinusoidal',
    tied_head: true,
    scale_embedding: true,
    bias: false,
    label_smoothing: 0.1,
    optimizer: 'sgd',
    momentum: 0.9,
    learning_rate: 0.05,
  },
  whole_transformer: {
    ...small,
    task: 'translation',
    layers: 2,
    d_ff: 16,
    decoder_heads: 3,
    decoder_d_head: 4,
    decoder_d_v: 4,
    decoder_d_ff: 16,
    decoder_rotary: 1,
    norm_first: false,
    activation: 'relu',
    output_bias: false,
    optimizer: 'adam',
    schedule: 'constant',
    entropy: 0.02,
    entropy_begin: 0,
    entropy_attentions: '',
    clip: 0,
  },
  // AdamW's two groups: matrices decay; biases, norms and embeddings do not.
  decayed_matrices: {
    ...small,
    task: 'translation',
    d_ff: 16,
    decoder_d_ff: 16,
    weight_decay: 0.5,
    decayed: 'matrices',
  },
  characters: { ...common, task: 'characters', text, length: 24 },
  continued: {
    ...small,
    task: 'translation',
    d_ff: 16,
    decoder_d_ff: 16,
    bias: false,
    entropy: 0.02,
  },
};
/** Those that begin with trained parameters, at this step of the schedules. */
const first: Record<string, number> = { continued: 20 };

/** 60 images of a bar whose place is the digit, with noise. */
function bars() {
  const digits = { shape: [60], data: Float32Array.from({ length: 60 }, (_, i) => i % 10) };
  const images = { shape: [60, 28, 28], data: new Float32Array(60 * 784) };
  images.data.forEach((_, i) => {
    const digit = Math.floor(i / 784) % 10;
    images.data[i] = Math.abs((i % 28) - 2.5 * digit - 2) < 3 ? random.integer(100, 255) : 0;
  });
  return { images, digits };
}

interface Run {
  steps: number[];
  losses: number[];
  parameters: NamedTensors;
}
/** 'script.py', and 'double.py', which is the same in double precision. */
type Precision = 'script' | 'double';

let engine: Engine;
const ours: Record<string, Run> = {};
const theirs: Record<string, Record<Precision, Run>> = {};

/** Runs the scripts of all folders, and keeps what each printed and the parameters of its model. */
const harness = `
import contextlib, io, json, os, pathlib, runpy, warnings
warnings.simplefilter("error")
warnings.simplefilter("ignore", ResourceWarning)
import numpy as np
import torch
torch.set_num_threads(1)
root = os.getcwd()
said = {}
for script in sorted(pathlib.Path(".").glob("*/*.py")):
    os.chdir(script.parent)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        names = runpy.run_path(script.name)
    trained = {name: p.float().numpy() for name, p in names["model"].state_dict().items()}
    np.savez(f"{script.stem}.npz", **trained)
    os.chdir(root)
    said[f"{script.parent.name}/{script.stem}"] = out.getvalue()
print(json.dumps(said))
`;

/** The parameters alone, as in the model files of the site: the optimizer and the batches start again. */
async function trained(recipe: TrainerRecipe, steps: number | undefined) {
  if (steps === undefined) return undefined;
  const trainer = await engine.trainer(recipe);
  await trainer.step(steps);
  const tensors = await trainer.parameters();
  trainer.dispose();
  return { step: steps, tensors };
}

beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
  for (const [name, recipe] of Object.entries(recipes)) {
    const data = recipe.task === 'digits' ? { data: bars() } : {};
    const from = await trained(recipe, first[name]);
    const trainer = await engine.trainer(recipe, { ...data, from });
    const place = join(folder, name);
    mkdirSync(place);
    const script = pytorchTrainingScript(trainer.recipe, trainer);
    writeFileSync(join(place, 'script.py'), script);
    writeFileSync(join(place, 'double.py'), script.replace('float32', 'float64'));
    const archive = await pytorchTrainingData(trainer, kSteps);
    writeFileSync(join(place, `${recipe.task}.npz`), archive);
    const reports = await trainer.step(kSteps);
    ours[name] = {
      steps: reports.map(({ step }) => step),
      losses: reports.map(({ loss }) => loss),
      parameters: await trainer.parameters(),
    };
    trainer.dispose();
  }
  const said = JSON.parse(python(harness, folder)) as Record<string, string>;
  for (const name of Object.keys(recipes)) {
    const run = async (precision: Precision): Promise<Run> => {
      const [heading, ...lines] = said[`${name}/${precision}`]!.trimEnd().split('\n');
      expect(heading).toBe('step  loss');
      const numbers = lines.map((line) => line.trim().split(/\s+/).map(Number));
      return {
        steps: numbers.map(([step]) => step!),
        losses: numbers.map(([, loss]) => loss!),
        parameters: await readNpz(readFileSync(join(folder, name, `${precision}.npz`))),
      };
    };
    theirs[name] = { script: await run('script'), double: await run('double') };
  }
}, 600_000);
afterAll(() => engine.close());

const largest = (data: Float32Array) => data.reduce((max, x) => Math.max(max, Math.abs(x)), 0);

describe.each(Object.keys(recipes))('%s in PyTorch', (name) => {
  it.each(['script', 'double'] as const)('has our loss at every step: %s.py', (precision) => {
    expect(theirs[name]![precision].steps).toEqual(ours[name]!.steps);
    const [our, their] = [ours[name]!.losses, theirs[name]![precision].losses];
    expect(their).toHaveLength(kSteps);
    const errors = our.map((loss, step) => Math.abs(their[step]! - loss) / loss);
    expect(Math.max(...errors)).toBeLessThan(kTolerance);
  });

  it('has our parameters after the last step', () => {
    const [our, their] = [ours[name]!.parameters, theirs[name]!.double.parameters];
    expect(Object.keys(their).sort()).toEqual(Object.keys(our).sort());
    for (const [key, { shape, data }] of Object.entries(our)) {
      const { shape: theirShape, data: exact } = their[key]!;
      expect(theirShape, key).toEqual(shape);
      // Without rotary positions the gradient of the keys' bias is 0. In float32 it is rounding noise, which Adam turns
      // into steps.
      if (key.endsWith('.b_k') && largest(exact) < 1e-8) continue;
      const far = largest(data.map((x, i) => x - exact[i]!)) / largest(exact);
      expect(far, key).toBeLessThan(kTolerance);
    }
  });
});

it('says that its dropout differs', async () => {
  const recipe = {
    ...recipes['sort']!,
    dropout: 0.1,
    residual_dropout: 0.2,
    embedding_dropout: 0.3,
  };
  const { recipe: complete, ...info } = await engine.trainer(recipe);
  const script = pytorchTrainingScript(complete, info);
  expect(script).toContain('Dropout draws different random numbers here');
  for (const rate of ['0.1)', '0.2)', '0.3)']) expect(script).toContain(rate);
});

it('is offered only before the first step', async () => {
  const trainer = await engine.trainer({ ...recipes['sort']! });
  await trainer.step(1);
  await expect(pytorchTrainingData(trainer, 2)).rejects.toThrow('before its first step');
});
