/** The engine's own way through each work: the modules themselves, on the thread on which rivals run too. */
import type { FamilyModule, NamedTensorInputs, NamedTensors } from '../../../wasm/family';
import { operationOf, type Data, type Named } from './data.ts';
import { adam } from './adam.ts';
import type { Contender } from './contender.ts';
import { decode } from './decoding.ts';
import type { Product, Stack, Training, Work } from './works.ts';

/** tests/bench/products/products.cpp */
export interface ProductsModule {
  shape(rows: number, depth: number, columns: number): void;
  left(): Float32Array;
  right(): Float32Array;
  product(): Float32Array;
  pack(): void;
  core(times: number): void;
  eigen(times: number): void;
}

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
    default:
      return [running(work, data, modules.family)];
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

function running(work: Work, { parameters, inputs }: Data, module: FamilyModule): Contender {
  const { name, config } = operationOf(work);
  const written = JSON.stringify(config);
  const wanted = work.kind === 'multi_head' && !work.weights ? ['output'] : null;
  return {
    who: kOurs,
    way: name,
    run() {
      const { outputs } = module.run(name, written, parameters, inputs, false);
      return (wanted ?? Object.keys(outputs)).map((key) => outputs[key]!.data);
    },
  };
}

function step(work: Stack, { parameters, inputs }: Data, module: FamilyModule): Contender {
  const each = (letter: string) =>
    Array.from({ length: work.num_layers }, (_, i) => inputs[`${letter}.${i}`]!);
  const caches = { k: each('k'), v: each('v') };
  return {
    who: kOurs,
    way: 'operation by operation',
    run: () => [decode(module, work, parameters, inputs['x']!, caches).output.data],
  };
}

function training(work: Training, data: Data, module: FamilyModule): Contender {
  const { name, config } = operationOf(work);
  const written = JSON.stringify(config);
  const inputs: NamedTensorInputs =
    work.of === 'multi_head' ? { query: data.inputs['x']! } : { x: data.inputs['x']! };
  const target = data.inputs['target']!;
  const parameters = copyOf(data.parameters);
  const update = adam(parameters);
  return {
    who: kOurs,
    way: 'run, gradients, Adam in JavaScript',
    run() {
      const { outputs } = module.run(name, written, parameters, inputs, false);
      const output = outputs['output']!.data;
      const d_output = new Float32Array(output.length);
      let loss = 0;
      for (let i = 0; i < output.length; i++) {
        const error = output[i]! - target.data[i]!;
        loss += (error * error) / output.length;
        d_output[i] = (2 * error) / output.length;
      }
      const given: NamedTensorInputs = { d_output: { shape: target.shape, data: d_output } };
      const gradients: NamedTensors = module.gradients(name, written, parameters, inputs, given);
      update(gradients);
      return [Float32Array.of(loss)];
    },
  };
}

export function copyOf(named: Named): Named {
  return Object.fromEntries(
    Object.entries(named).map(([name, { shape, data }]) => [name, { shape, data: data.slice() }]),
  );
}
