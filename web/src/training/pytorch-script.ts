/**
 * "Copy as PyTorch": a script that trains a recipe's model from the initial parameters and with the batches of our own
 * run, and the archive that contains them.
 */
import type { NamedTensors, TrainerRecipe } from '../../../wasm/engine';
import { npzOf } from '../files/npz';
import { literal } from '../files/script';
import {
  attentionClass,
  feedForward,
  hasDecoder,
  isPadded,
  isRotary,
  layerClass,
  normClass,
  rotary,
  type CompleteRecipe,
  type ScriptLines,
} from './pytorch-layers';
import { modelClass, sinusoidal, stackClass, tableSizes } from './pytorch-model';

/** The part of a trainer that the script needs. */
interface ScriptTrainer {
  readonly first_step: number;
  readonly step_count: number;
  parameters(): Promise<NamedTensors>;
  batches(count: number): Promise<NamedTensors>;
}
interface TrainerFacts {
  readonly answers: readonly string[];
  readonly answers_per_place: number;
  /** The step that the run begins at: 0, or how many steps trained parameters have taken. */
  readonly first_step: number;
}

/**
 * The archive for the script: the parameters by name, and `batches.ids`, `batches.labels` .. of the first
 * `steps` steps. The trainer must not have taken a step, because an optimizer's moments are not in it.
 */
export async function pytorchTrainingData(
  trainer: ScriptTrainer,
  steps: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [parameters, batches] = await Promise.all([trainer.parameters(), trainer.batches(steps)]);
  if (trainer.step_count > trainer.first_step)
    throw new Error(`Expected a trainer before its first step, got one at ${trainer.step_count}.`);
  const named = Object.entries(batches).map(([name, batch]) => [`batches.${name}`, batch] as const);
  return npzOf([...Object.entries(parameters), ...named]);
}

/**
 * `recipe`: that of a trainer, with every key. `archive`: the file name of the data, in the folder of the
 * script.
 */
export function pytorchTrainingScript(
  recipe: TrainerRecipe,
  info: TrainerFacts,
  archive = `${recipe.task}.npz`,
): string {
  const r = recipe as CompleteRecipe;
  const isCausal = r.architecture === 'decoder_only' || hasDecoder(r);
  const blocks: ScriptLines[] = [
    isRotary(r) ? rotary(r) : [],
    sinusoidal(r),
    isCausal ? ['def causal(n):', '    return torch.ones(n, n, dtype=torch.bool).tril()'] : [],
    attentionClass(r),
    normClass(r),
    feedForward(r),
    layerClass(r, hasDecoder(r) ? 'EncoderLayer' : 'Layer'),
    hasDecoder(r) ? layerClass(r, 'DecoderLayer') : [],
    stackClass(r),
    modelClass(r),
    rateFactor(r),
    ...(r.entropy > 0 ? [entropyFactor(r), meanRowEntropy(r)] : []),
    training(r, info),
  ];
  return [
    text([...header(r, archive), '', ...data(r, archive), '', ...constants(r, info)]),
    ...blocks.map(text).filter((block) => block !== ''),
  ]
    .join('\n\n\n')
    .concat('\n');
}

const text = (lines: ScriptLines) => lines.filter((line) => line !== false).join('\n');

function header(r: CompleteRecipe, archive: string): ScriptLines {
  const drops = r.dropout > 0 || r.residual_dropout > 0 || r.embedding_dropout > 0;
  return [
    `"""Trains Attention Lab's model for the task ${r.task}, seed ${r.seed}, from the same initial parameters on the`,
    'same batches. Prints the loss of each step.',
    '',
    `Needs PyTorch 1.13 or later, NumPy, and the file ${literal(archive).slice(1, -1)} in the current folder.`,
    ...(drops
      ? ['', 'Dropout draws different random numbers here, so the losses are not the same.']
      : []),
    '"""',
    'import math',
    '',
    'import numpy as np',
    'import torch',
    'import torch.nn.functional as F',
    'from torch import nn',
  ];
}

function data(r: CompleteRecipe, archive: string): ScriptLines {
  const read = (name: string, type: string, comment: string) =>
    `    "${name}": torch.from_numpy(file["batches.${name}"])${type},  # ${comment}`;
  return [
    'dtype = torch.float32  # torch.float64 shows what rounding does',
    `file = np.load(${literal(archive)})`,
    'initial = {',
    '    name: torch.from_numpy(file[name]) for name in file.files if not name.startswith("batches.")',
    '}',
    'batches = {',
    isPadded(r)
      ? read('ids', '.long()', '[step, batch, token]')
      : read('patches', '.to(dtype)', '[step, batch, patch, d_patch]'),
    isPadded(r) && read('keep', '.bool()', 'False where ids are padded'),
    hasDecoder(r) && read('target_ids', '.long()', "the decoder's input"),
    hasDecoder(r) && read('target_keep', '.bool()', 'False where target_ids are padded'),
    read('labels', '.long()', '-1 where no answer is asked'),
    '}',
  ];
}

function constants(r: CompleteRecipe, info: TrainerFacts): ScriptLines {
  const { answers, answers_per_place, first_step } = info;
  const several = answers_per_place > 1;
  return [
    `steps = ${r.steps}  # of the schedules; training may stop before or go on`,
    first_step > 0 && `first = ${first_step}  # the steps that the initial parameters have taken`,
    ...tableSizes(r),
    `answers = ${answers.length}${several ? `  # ${answers_per_place} of them at each place` : ''}`,
    `num_labels = ${several ? `${answers_per_place} * answers` : 'answers'}`,
    '',
    '',
    'def parameter(*shape):  # load_state_dict fills it',
    '    return nn.Parameter(torch.zeros(shape, dtype=dtype))',
  ];
}

function rateFactor({ schedule, warm_up, floor }: CompleteRecipe): ScriptLines {
  return [
    'def rate_factor(step):  # of the learning rate; steps count from 0',
    `    warm_up = ${warm_up > 1 ? `min((step + 1) / ${warm_up}, 1)` : 1}`,
    ...(schedule === 'constant'
      ? ['    return warm_up']
      : [
          '    cosine = (1 + math.cos(math.pi * min(step / steps, 1))) / 2',
          `    return warm_up * (${floor} + (1 - ${floor}) * cosine)`,
        ]),
  ];
}

function entropyFactor({ entropy_begin: begin, entropy_full: full }: CompleteRecipe): ScriptLines {
  return [
    `def entropy_factor(step):  # 0 until the fraction ${begin} of the steps, 1 from ${full} on`,
    full > begin
      ? `    return min(max((step / steps - ${begin}) / (${full} - ${begin}), 0), 1)`
      : `    return 1 if step / steps >= ${full} else 0`,
  ];
}

function meanRowEntropy(r: CompleteRecipe): ScriptLines {
  return [
    isPadded(r)
      ? 'def mean_row_entropy(weights, keep):  # over all heads and all queries that are not padding'
      : 'def mean_row_entropy(weights):  # over all heads and queries',
    '    entropy = -(weights * weights.clamp_min(1e-30).log()).sum(-1)  # [batch, head, query]',
    isPadded(r) ? '    return entropy.transpose(1, 2)[keep].mean()' : '    return entropy.mean()',
  ];
}

function optimizer(r: CompleteRecipe): ScriptLines {
  const adam = `lr=${r.learning_rate}, betas=(${r.beta_1}, ${r.beta_2}), eps=${r.epsilon}`;
  const parameters = 'model.parameters()';
  if (r.optimizer === 'adamw' && r.decayed === 'matrices')
    return [
      'matrices, others = [], []  # biases, norms and embeddings do not decay',
      'for name, p in model.named_parameters():',
      '    (matrices if name.split(".")[-1].startswith("w_") else others).append(p)',
      'groups = [',
      `    {"params": matrices, "weight_decay": ${r.weight_decay}},`,
      '    {"params": others, "weight_decay": 0},',
      ']',
      `optimizer = torch.optim.AdamW(groups, ${adam})`,
    ];
  if (r.optimizer === 'adamw')
    return [
      `optimizer = torch.optim.AdamW(${parameters}, ${adam}, weight_decay=${r.weight_decay})`,
    ];
  if (r.optimizer === 'adam') return [`optimizer = torch.optim.Adam(${parameters}, ${adam})`];
  return [
    `optimizer = torch.optim.SGD(${parameters}, lr=${r.learning_rate}, momentum=${r.momentum})`,
  ];
}

function training(r: CompleteRecipe, { first_step }: TrainerFacts): ScriptLines {
  const step = first_step > 0 ? 'first + step' : 'step';
  const factor = first_step > 0 ? `lambda step: rate_factor(${step})` : 'rate_factor';
  const inputs = hasDecoder(r)
    ? ['ids', 'keep', 'target_ids', 'target_keep']
    : isPadded(r)
      ? ['ids', 'keep']
      : ['patches'];
  const smoothing = r.label_smoothing > 0 ? `, label_smoothing=${r.label_smoothing}` : '';
  return [
    'model = Model()',
    'model.load_state_dict(initial)',
    ...optimizer(r),
    `scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, ${factor})`,
    '',
    'print("step  loss")',
    'for step in range(len(batches["labels"])):',
    '    batch = {name: of_steps[step] for name, of_steps in batches.items()}',
    `    logits = model(${inputs.map((name) => `batch["${name}"]`).join(', ')})`,
    '    logits, labels = logits.reshape(-1, answers), batch["labels"].flatten()',
    `    loss = F.cross_entropy(logits, labels, ignore_index=-1${smoothing})`,
    ...(r.entropy > 0 ? penalized(r, step) : []),
    '    optimizer.zero_grad()',
    `    ${r.entropy > 0 ? '(loss + penalty)' : 'loss'}.backward()`,
    r.clip > 0 && `    nn.utils.clip_grad_norm_(model.parameters(), ${r.clip})`,
    '    optimizer.step()',
    '    scheduler.step()',
    `    print(f"{${step} + 1:4d}  {loss.item():.7g}")`,
  ];
}

function penalized(r: CompleteRecipe, step: string): ScriptLines {
  const keep = !isPadded(r)
    ? ''
    : hasDecoder(r)
      ? ', batch["target_keep" if name.startswith("decoder") else "keep"]'
      : ', batch["keep"]';
  const chosen = r.entropy_attentions ? ` and name.endswith(${literal(r.entropy_attentions)})` : '';
  return [
    `    penalty = entropy_factor(${step}) * sum(`,
    `        ${r.entropy} * mean_row_entropy(part.weights${keep})`,
    '        for name, part in model.named_modules()',
    `        if isinstance(part, Attention)${chosen}`,
    '    )',
  ];
}
