/** The engine's own way through each work: the modules themselves, on the thread on which rivals run too. */
import type { EngineModule, NamedTensors } from '../../../wasm/engine';
import type { ProductsModule } from '../../../wasm/products/products';
import type {
  Attention,
  MultiHead,
  Product,
  Small,
  Stack,
  Training,
  Window,
  Work,
} from '../speed/works';
import { kAdam } from './adam';
import type { Contender } from './contender';
import { kSeed, operationOf, type Data, type Given, type Named } from './data';

export interface OurModules {
  readonly engine: EngineModule;
  readonly products: ProductsModule;
  /** The instructions that the modules were compiled for, in words. */
  readonly simd: string;
}

export const kOurs = 'ours';

/** Tokens of a stack that are held against a reference. */
export const kProvenTokens = 3;
/** Training steps whose losses are held against others': from the second on they tell of gradients and of Adam. */
export const kProvenSteps = 3;

export function ours(work: Work, data: Data, modules: OurModules): Contender {
  switch (work.kind) {
    case 'product':
      return inProducts('core', work, data, modules.products);
    case 'training':
      return training(work, data, modules.engine);
    case 'step':
      return step(work, data, modules.engine);
    case 'attention':
    case 'window':
      return running(work, data, modules.engine);
    case 'small':
      return small(work, data, modules.engine);
    default:
      return prepared(work, data, modules.engine);
  }
}

/** A product inside the module, the right operand packed before: the core's, or Eigen's. */
export function inProducts(
  verb: 'core' | 'eigen',
  { rows, depth, columns }: Product,
  { parameters, inputs }: Data,
  module: ProductsModule,
): Contender {
  module.shape(rows, depth, columns);
  module.left().set(inputs['x']!.data);
  module.right().set(parameters['w']!.data);
  module.pack();
  return {
    who: verb === 'core' ? kOurs : 'Eigen',
    way: verb === 'core' ? 'packed' : 'its product, as wasm',
    run() {
      module[verb](1);
      return [module.product().slice()];
    },
    repeat: (times) => module[verb](times),
  };
}

/** By its name, with inputs alone. */
function running(work: Attention | Window, { inputs }: Data, module: EngineModule): Contender {
  const { name, config } = operationOf(work);
  return {
    who: kOurs,
    way: name,
    run: () => valuesOf(module.run(name, config, {}, inputs, 'outputs').outputs),
  };
}

/** A prepared model, called again and again with inputs of the same shapes. */
function small(work: Small, data: Data, module: EngineModule): Contender {
  const model = modelFor(work, data, module);
  const keep = work.results === 'weights' ? 'weights' : 'trace';
  const wanted =
    keep === 'weights'
      ? ['weights']
      : [
          ...['weights', 'q', 'k', 'v', 'scores', 'masked_scores'],
          ...['row_status', 'context', 'concat'],
        ];
  return {
    who: kOurs,
    way: 'prepared',
    run() {
      const { outputs, trace } = module.runModel(model, data.inputs, keep);
      return [outputs['output']!.data, ...wanted.map((name) => trace![name]!.data)];
    },
    release: () => module.releaseModel(model),
  };
}

/** Parameters set once, inputs and outputs cross. */
function prepared(work: MultiHead | Stack, data: Data, module: EngineModule): Contender {
  const model = modelFor(work, data, module);
  return {
    who: kOurs,
    way: 'prepared',
    run: () => valuesOf(module.runModel(model, data.inputs, 'outputs').outputs),
    parameters: (names) => module.modelParameters(model, names) as unknown as Named,
    release: () => module.releaseModel(model),
  };
}

/** One token after those before; each run is one more, so that the sequence grows by some dozens. */
function step(work: Stack, data: Data, module: EngineModule): Contender {
  const model = modelFor(work, data, module);
  const { before, x } = data.inputs as { before: Given; x: Given };
  const take = (token: Given) => valuesOf(module.stepModel(model, { x: token }).outputs);
  take(before);
  return {
    who: kOurs,
    way: 'prepared, its own cache',
    run: () => take(x),
    proof() {
      module.restartModel(model);
      const { d_model } = work;
      const tokens = Array.from({ length: kProvenTokens }, (_, i) =>
        take({
          shape: [1, 1, d_model],
          data: before.data.slice(i * d_model, (i + 1) * d_model),
        }),
      );
      module.restartModel(model);
      take(before);
      return tokens.flat();
    },
    parameters: (names) => module.modelParameters(model, names) as unknown as Named,
    release: () => module.releaseModel(model),
  };
}

function training(work: Training, data: Data, module: EngineModule): Contender {
  const { x, target } = data.inputs as { x: Given; target: Given };
  const inputs = work.of === 'multi_head' ? { query: x } : { x };
  const { learning_rate, beta1, beta2, epsilon } = kAdam;
  const adam = { learning_rate, beta_1: beta1, beta_2: beta2, epsilon };
  const stepOf = (model: number) =>
    Float32Array.of(module.trainModel(model, inputs, { output: target }, adam));
  const model = modelFor(work, data, module);
  return {
    who: kOurs,
    way: 'prepared',
    run: () => [stepOf(model)],
    proof() {
      const fresh = modelFor(work, data, module);
      const losses = Array.from({ length: kProvenSteps }, () => stepOf(fresh));
      module.releaseModel(fresh);
      return losses;
    },
    release: () => module.releaseModel(model),
  };
}

function modelFor(work: Work, { parameters }: Data, module: EngineModule): number {
  const { name, config } = operationOf(work);
  const given = Object.keys(parameters).length > 0 ? parameters : kSeed;
  return module.prepare(name, config, given);
}

const valuesOf = (outputs: NamedTensors) => Object.values(outputs).map(({ data }) => data);
