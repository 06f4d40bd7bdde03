/** The engine's own way through each work: the modules themselves, on the thread on which rivals run too. */
import type { ProductsModule } from '../products/products';
import type { FamilyModule, NamedTensors } from '../../../wasm/family';
import { operationOf, type Data, type Given } from './data.ts';
import { kAdam } from './adam.ts';
import type { Contender } from './contender.ts';
import type { Attention, MultiHead, Product, Stack, Training, Window, Work } from './works.ts';

export interface OurModules {
  readonly family: FamilyModule;
  readonly products: ProductsModule;
}

export const kOurs = 'ours';

export function ours(work: Work, data: Data, modules: OurModules): Contender[] {
  switch (work.kind) {
    case 'product':
      return [inProducts('core', work, data, modules.products)];
    case 'training':
      return [training(work, data, modules.family)];
    case 'step':
      return [step(work, data, modules.family)];
    case 'attention':
    case 'window':
      return [running(work, data, modules.family)];
    default:
      return [prepared(work, data, modules.family)];
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
function running(work: Attention | Window, { inputs }: Data, module: FamilyModule): Contender {
  const { name, config } = operationOf(work);
  const written = JSON.stringify(config);
  return {
    who: kOurs,
    way: name,
    run: () => valuesOf(module.run(name, written, {}, inputs, false).outputs),
  };
}

/** Parameters set once, inputs and outputs cross. */
function prepared(work: MultiHead | Stack, data: Data, module: FamilyModule): Contender {
  const model = modelFor(work, data, module);
  return {
    who: kOurs,
    way: 'prepared',
    run: () => valuesOf(module.runModel(model, data.inputs, false).outputs),
    release: () => module.releaseModel(model),
  };
}

/** One token after those before; each run is one more, so that the sequence grows by some dozens. */
function step(work: Stack, data: Data, module: FamilyModule): Contender {
  const model = modelFor(work, data, module);
  const { before, x } = data.inputs as { before: Given; x: Given };
  module.stepModel(model, { x: before });
  return {
    who: kOurs,
    way: 'prepared, its own cache',
    run: () => valuesOf(module.stepModel(model, { x }).outputs),
    release: () => module.releaseModel(model),
  };
}

function training(work: Training, data: Data, module: FamilyModule): Contender {
  const model = modelFor(work, data, module);
  const { x, target } = data.inputs as { x: Given; target: Given };
  const inputs = work.of === 'multi_head' ? { query: x } : { x };
  const { learning_rate, beta1, beta2, epsilon } = kAdam;
  const adam = JSON.stringify({ learning_rate, beta_1: beta1, beta_2: beta2, epsilon });
  return {
    who: kOurs,
    way: 'prepared',
    run: () => [Float32Array.of(module.trainModel(model, inputs, { output: target }, adam))],
    release: () => module.releaseModel(model),
  };
}

function modelFor(work: Work, { parameters }: Data, module: FamilyModule): number {
  const { name, config } = operationOf(work);
  return module.prepare(name, JSON.stringify(config), parameters);
}

const valuesOf = (outputs: NamedTensors) => Object.values(outputs).map(({ data }) => data);
