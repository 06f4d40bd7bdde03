/** Runs each workload with our engine. Calls the wasm modules directly, on the same thread as the rivals. */
import type { EngineModule, NamedTensors } from '../../../wasm/engine';
import type { ProductsModule } from '../../../wasm/speed/products';
import type {
  SingleHead,
  MultiHead,
  Product,
  Small,
  Stack,
  Training,
  Window,
  Workload,
} from '../speed/workloads';
import { kAdam } from './adam';
import type { Contender } from './contender';
import { kSeed, operationOf, type Data, type PlainTensor, type PlainTensors } from './data';

export interface OurModules {
  readonly engine: EngineModule;
  readonly products: ProductsModule;
  /** The SIMD instruction set of the modules, for example "relaxed SIMD". */
  readonly simd: string;
}

export const kOurs = 'ours';

/** Number of tokens of a stack to compare with the reference. */
export const kCheckedTokens = 3;
/** Number of training steps whose losses to compare. From the second on, they depend on gradients and Adam. */
export const kCheckedSteps = 3;

export function ourContender(workload: Workload, data: Data, modules: OurModules): Contender {
  switch (workload.kind) {
    case 'product':
      return productContender('core', workload, data, modules.products);
    case 'training':
      return training(workload, data, modules.engine);
    case 'step':
      return step(workload, data, modules.engine);
    case 'attention':
    case 'window':
      return parameterless(workload, data, modules.engine);
    case 'small':
      return small(workload, data, modules.engine);
    default:
      return prepared(workload, data, modules.engine);
  }
}

/** A product inside the module, by the core or by Eigen. The right operand is packed in advance. */
export function productContender(
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

/** Calls an operation that has no parameters by name. */
function parameterless(
  workload: SingleHead | Window,
  { inputs }: Data,
  module: EngineModule,
): Contender {
  const { name, config } = operationOf(workload);
  return {
    who: kOurs,
    way: name,
    run: () => valuesOf(module.run(name, config, {}, inputs, 'outputs').outputs),
  };
}

/** A prepared model, called repeatedly with inputs of the same shapes. */
function small(workload: Small, data: Data, module: EngineModule): Contender {
  const model = modelFor(workload, data, module);
  const keep = workload.results === 'weights' ? 'weights' : 'trace';
  const names =
    keep === 'weights'
      ? ['weights']
      : ['weights', 'q', 'k', 'v', 'scores', 'masked_scores', 'row_status', 'context', 'concat'];
  return {
    who: kOurs,
    way: 'prepared',
    run() {
      const { outputs, trace } = module.runModel(model, data.inputs, keep);
      return [outputs['output']!.data, ...names.map((name) => trace![name]!.data)];
    },
    release: () => module.releaseModel(model),
  };
}

/** A prepared model: only inputs and outputs are copied per call. */
function prepared(workload: MultiHead | Stack, data: Data, module: EngineModule): Contender {
  const model = modelFor(workload, data, module);
  return {
    who: kOurs,
    way: 'prepared',
    run: () => valuesOf(module.runModel(model, data.inputs, 'outputs').outputs),
    parameters: (names) => module.modelParameters(model, names) as unknown as PlainTensors,
    release: () => module.releaseModel(model),
  };
}

/** One cached step after `before` tokens. Each run appends a token, so the sequence grows by a few dozen. */
function step(workload: Stack, data: Data, module: EngineModule): Contender {
  const model = modelFor(workload, data, module);
  const { before, x } = data.inputs as { before: PlainTensor; x: PlainTensor };
  const append = (token: PlainTensor) => valuesOf(module.stepModel(model, { x: token }).outputs);
  append(before);
  return {
    who: kOurs,
    way: 'prepared, its own cache',
    run: () => append(x),
    proof() {
      module.restartModel(model);
      const { d_model } = workload;
      const tokens = Array.from({ length: kCheckedTokens }, (_, i) =>
        append({
          shape: [1, 1, d_model],
          data: before.data.slice(i * d_model, (i + 1) * d_model),
        }),
      );
      module.restartModel(model);
      append(before);
      return tokens.flat();
    },
    parameters: (names) => module.modelParameters(model, names) as unknown as PlainTensors,
    release: () => module.releaseModel(model),
  };
}

function training(workload: Training, data: Data, module: EngineModule): Contender {
  const { x, target } = data.inputs as { x: PlainTensor; target: PlainTensor };
  const inputs = workload.of === 'multi_head' ? { query: x } : { x };
  const stepOf = (model: number) =>
    Float32Array.of(module.trainModel(model, inputs, { output: target }, kAdam));
  const model = modelFor(workload, data, module);
  return {
    who: kOurs,
    way: 'prepared',
    run: () => [stepOf(model)],
    proof() {
      const fresh = modelFor(workload, data, module);
      const losses = Array.from({ length: kCheckedSteps }, () => stepOf(fresh));
      module.releaseModel(fresh);
      return losses;
    },
    release: () => module.releaseModel(model),
  };
}

function modelFor(workload: Workload, { parameters }: Data, module: EngineModule): number {
  const { name, config } = operationOf(workload);
  const source = Object.keys(parameters).length > 0 ? parameters : kSeed;
  return module.prepare(name, config, source);
}

const valuesOf = (outputs: NamedTensors) => Object.values(outputs).map(({ data }) => data);
