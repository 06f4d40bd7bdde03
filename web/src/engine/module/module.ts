/** A running wasm module: its verbs as functions that take and return JavaScript values. */
import createAttentionModule, { type BoundModule } from '#wasm/attention.mjs';
import type { EngineModule, ModuleInfo, TrainerState } from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import {
  configNamed,
  flagNamed,
  integerNamed,
  integersNamed,
  optional,
  tensorsNamed,
  textNamed,
  textsNamed,
} from './arguments';
import { bytes, checkpointSettings, storedShapes } from './checkpoint-arguments';
import { example, examples, interventions, numberPlace, rowPlace } from './example-arguments';
import { type Argument, Message } from './message';
import { refusal } from '../checks/refusal';
import { ResultReader } from './result-reader';
import { half, tokensOfWords, wordKinds, wordPairs, wordsOfTokens } from './sentence-arguments';
import { expectInteger, expectObject, kMaxInteger, refuseValue } from '../checks/expect';

const operation = textNamed('the operation');
const config = configNamed('the configuration');
const inspected = configNamed('what to inspect');
const inputs = tensorsNamed('input');
const parameters = tensorsNamed('parameter');
const d_outputs = tensorsNamed("output's gradient");
const mask = optional(configNamed('the mask'));
const row = optional(rowPlace);
const names = optional(textsNamed('names'));

/** Objects that the module holds by number, from 1. */
const model = integerNamed('the model', 1);
const trainer = integerNamed('the trainer', 1);
const finder = integerNamed('the head finder', 1);

const kKeeps: readonly unknown[] = ['outputs', 'weights', 'trace'];
const keep: Argument = (message, value) => {
  const place = kKeeps.indexOf(value);
  if (place < 0) refuseValue('keep to be "outputs", "weights" or "trace"', [], value);
  message.word(place);
};

const seed: Argument = (message, value) =>
  message.number(expectInteger('seed', value, 0, Number.MAX_SAFE_INTEGER));

const parametersOrSeed: Argument = (message, value) => {
  message.flag(typeof value === 'number');
  (typeof value === 'number' ? seed : parameters)(message, value);
};

const oneTensor =
  (name: string): Argument =>
  (message, value) =>
    message.tensors('tensor', { [name]: value ?? null });

const state = optional((message, value) => {
  const { step, tensors } = expectObject('from', value) as Partial<TrainerState>;
  checkCall(value, ['step', 'tensors']);
  message.word(expectInteger('step', step, 0, kMaxInteger));
  message.tensors('tensor', tensors);
});

/**
 * The verbs, by the modules that have them (wasm/modules), with their arguments in the
 * order in which C++ reads them.
 */
export const verbs = {
  'attention.wasm, lab.wasm or language.wasm': {
    operations: [],
    randomParameters: [operation, config, seed],
    run: [operation, config, parameters, inputs, keep],
    gradients: [operation, config, parameters, inputs, d_outputs],
    inspect: [operation, config, parametersOrSeed, inputs, inspected],
  },
  'attention.wasm or lab.wasm': {
    prepare: [operation, config, parametersOrSeed],
    runModel: [model, inputs, keep],
    inspectModel: [model, inputs, inspected],
    modelGradients: [model, inputs, d_outputs],
    stepModel: [model, inputs],
    trainModel: [model, inputs, tensorsNamed('target'), configNamed('the options')],
    restartModel: [model],
    modelCache: [model],
    setModelCache: [model, tensorsNamed('cached tensor')],
    modelParameters: [model, names],
    setModelParameters: [model, parameters],
    releaseModel: [model],
  },
  'training.wasm or language.wasm': {
    createTokenModel: [config, parametersOrSeed],
    inspectTokenModel: [model, inputs, mask, interventions, keep, names, row],
    tokenModelGradients: [model, inputs, mask, numberPlace, interventions, names],
    generateTokens: [model, inputs, configNamed('the options'), interventions],
    tokenModelParameters: [model, names],
    setTokenModelParameters: [model, parameters],
    releaseTokenModel: [model],
  },
  'training.wasm': {
    recipeInfo: [configNamed('the recipe'), tensorsNamed('data')],
    createTrainer: [
      configNamed('the recipe'),
      tensorsNamed('data'),
      configNamed('the snapshots'),
      state,
    ],
    trainerProgress: [trainer],
    stepTrainer: [
      trainer,
      integerNamed('count', 0),
      integerNamed('every', 0),
      flagNamed('last'),
      integerNamed('evaluate', 0),
      examples,
    ],
    seekTrainer: [trainer, integerNamed('step', 0)],
    evaluateTrainer: [trainer, integerNamed('count', 1), configNamed('the task')],
    inspectTrainer: [trainer, example, interventions, keep],
    trainerParameters: [trainer],
    trainerState: [trainer],
    trainerBatches: [trainer, integerNamed('count', 1)],
    releaseTrainer: [trainer],
  },
  'language.wasm': {
    readCheckpoint: [checkpointSettings, storedShapes],
    beginCheckpointModel: [checkpointSettings, storedShapes, optional(textNamed('weights'))],
    addToCheckpointModel: [model, bytes],
    finishCheckpointModel: [model],
    releaseCheckpointModel: [model],
    tokenModelSimilarities: [model, inputs, mask, interventions],
    tokenModelTextVectors: [model, inputs, mask, interventions],
    tokenModelSimilarityChange: [model, inputs, mask, interventions],
    tokenModelSimilaritiesWithoutHeads: [
      model,
      inputs,
      mask,
      integerNamed('layer', 0),
      interventions,
    ],
    tokenModelRoundingError: [model, inputs, mask, integerNamed('the exact model', 1)],
    tokenModelAttributions: [model, inputs, mask, numberPlace, interventions],
    tokenModelSimilarityGradients: [model, inputs, mask, oneTensor('other'), interventions, names],
    tokenModelWordVectors: [model, inputs, mask, tokensOfWords, interventions],
    tokenModelHeads: [
      model,
      inputs,
      mask,
      interventions,
      textsNamed('attentions'),
      integersNamed('tokens'),
      flagNamed('rescaled'),
      textsNamed('fields'),
      row,
    ],
    tokenModelValueWeighted: [
      model,
      inputs,
      mask,
      textNamed('attention'),
      integersNamed('tokens'),
      interventions,
    ],
    tokenModelMaskedWords: [
      model,
      inputs,
      mask,
      integersNamed('places'),
      integerNamed('max_words', 1),
      interventions,
    ],
    tokenModelParameterPart: [model, textNamed('name'), integersNamed('from'), integersNamed('to')],
    tokenModelMaskedWordGradients: [
      model,
      inputs,
      mask,
      integerNamed('place', 0),
      integerNamed('word', 0),
      interventions,
      names,
    ],
    tokenModelPoolerOutput: [model, inputs, mask, interventions],
    relationSentences: [seed, integerNamed('count', 1)],
    createHeadFinder: [model],
    addToHeadFinder: [finder, inputs, wordsOfTokens, wordPairs, half, wordKinds],
    foundHeads: [finder],
    releaseHeadFinder: [finder],
  },
  'attention.wasm, lab.wasm, training.wasm or language.wasm': {
    info: [],
  },
} satisfies Record<string, Partial<Record<keyof EngineModule, readonly Argument[]>>>;

export async function openModule(wasmBinary: ArrayBuffer): Promise<EngineModule> {
  return verbsOf(await createAttentionModule({ wasmBinary }));
}

export function verbsOf(module: BoundModule): EngineModule {
  const calls = new Calls(module);
  const { module: opened } = calls.call('info', [], []) as ModuleInfo;
  const entries = Object.entries(verbs).flatMap(([modules, table]) =>
    Object.entries(table).map(([verb, takes]) => [
      verb,
      modules.split(/, | or /).includes(opened)
        ? (...args: unknown[]) => calls.call(verb, takes, args)
        : () => {
            throw refusal('expected the module {} for this call, got {}', [modules, opened]);
          },
    ]),
  );
  return Object.fromEntries(entries) as EngineModule;
}

/** Keeps views of the module's memory private, and renews them when memory has grown. */
class Calls {
  readonly #message = new Message();
  readonly #result = new ResultReader();
  #floats = new Float32Array();
  #words = new Int32Array();

  constructor(private readonly module: BoundModule) {}

  call(verb: string, takes: readonly Argument[], args: readonly unknown[]): unknown {
    const message = this.#message;
    message.start(verb);
    for (let i = 0; i < takes.length; i++) takes[i]!(message, args[i]);
    try {
      this.#write(message);
      const address = this.module.call();
      this.#renewViews();
      return this.#result.read(address);
    } finally {
      message.data = [];
      this.module.release();
    }
  }

  #write(message: Message): void {
    const { data } = message;
    const addresses: number[] = [];
    for (const { byteLength } of data)
      addresses.push(this.#room(this.module.reserve((byteLength + 3) >>> 2)));
    const address = this.#room(this.module.message(message.length));
    // Nothing is allocated after this, so the views stay valid.
    this.#renewViews();
    message.copyTo(this.#words, address >>> 2);
    for (let i = 0; i < data.length; i++) {
      const numbers = data[i]!;
      if (numbers instanceof Float32Array) this.#floats.set(numbers, addresses[i]! >>> 2);
      else new Uint8Array(this.#floats.buffer).set(numbers, addresses[i]);
    }
  }

  #room(address: number): number {
    if (address === 0) throw refusal('not enough memory for this request');
    return address;
  }

  /** When memory grows it gets a new buffer, and views of the old one become empty. */
  #renewViews(): void {
    if (this.#floats.length !== 0) return;
    const buffer = this.module.memory().buffer as ArrayBuffer;
    this.#floats = new Float32Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#result.memory = buffer;
  }
}
