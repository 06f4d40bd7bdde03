/** Runs the cases, and says of each how far it is from PyTorch. */
import type { NamedTensors } from '../../../wasm/engine';
import type { PyTorchModule } from '../../../wasm/operations';
import {
  differenceOf,
  forwardTolerance,
  gradientTolerance,
  holds,
  type Difference,
  type Tolerance,
} from './difference';
import type { Fixture } from './fixtures';

/**
 * What the proof needs of an engine: calls of which the file alone knows what is in them.
 * `createEngine()` gives one; a test may give another.
 */
export interface ProvenEngine {
  run(
    operation: string,
    call: Pick<Fixture, 'config' | 'inputs'> & { parameters?: NamedTensors },
  ): Promise<{ outputs: NamedTensors }>;
  gradients(
    operation: string,
    call: Pick<Fixture, 'config' | 'parameters' | 'inputs' | 'd_outputs'>,
  ): Promise<NamedTensors>;
}

export type Direction = 'forward' | 'gradients';

export interface Comparison extends Difference {
  readonly name: string;
  readonly operation: string;
  readonly source: string;
  readonly header: string;
  readonly direction: Direction;
  readonly tolerance: Tolerance;
  readonly holds: boolean;
}

/** The comparisons that a case asks for: the results, and the gradients where PyTorch's are known. */
export function directionsOf(fixture: Fixture): Direction[] {
  return Object.keys(fixture.gradients).length > 0 ? ['forward', 'gradients'] : ['forward'];
}

/** Never throws for what the core refuses: that is a comparison that does not hold. */
export async function compare(
  engine: ProvenEngine,
  fixture: Fixture,
  direction: Direction,
): Promise<Comparison> {
  const { name, operation, source, header } = fixture;
  const [tolerance, expected, compute] =
    direction === 'forward'
      ? [forwardTolerance, fixture.outputs, outputsOf]
      : [gradientTolerance, fixture.gradients, gradientsOf];
  const difference = await compute(engine, fixture).then(
    (got) => differenceOf(got, expected, tolerance),
    (error: unknown): Difference => {
      if (!(error instanceof Error) || error.name === 'EngineError') throw error;
      return { tensors: 0, numbers: 0, worst: null, problem: error.message };
    },
  );
  const passed = holds(difference);
  return { name, operation, source, header, direction, tolerance, ...difference, holds: passed };
}

async function outputsOf(engine: ProvenEngine, fixture: Fixture): Promise<NamedTensors> {
  const parameters = await ownParameters(engine, fixture);
  const call = { config: fixture.config, parameters, inputs: fixture.inputs };
  return (await engine.run(fixture.operation, call)).outputs;
}

/** Of parameters and inputs; those of a module's parameters in PyTorch's names and layouts. */
async function gradientsOf(engine: ProvenEngine, fixture: Fixture): Promise<NamedTensors> {
  const { operation, config, module, inputs, d_outputs } = fixture;
  const parameters = await ownParameters(engine, fixture);
  const call = { config, parameters, inputs, d_outputs };
  const gradients = await engine.gradients(operation, call);
  if (module === null) return gradients;

  const ofInputs: NamedTensors = {};
  const ofParameters: NamedTensors = {};
  for (const [name, gradient] of Object.entries(gradients)) {
    const bare = name.replace(/^d_/, '');
    if (bare in inputs) ofInputs[name] = gradient;
    else ofParameters[bare] = gradient;
  }
  const theirs = await converted(engine, 'to_pytorch', module, ofParameters);
  const named = Object.entries(theirs).map(([name, gradient]) => [`d_${name}`, gradient] as const);
  return { ...ofInputs, ...Object.fromEntries(named) };
}

function ownParameters(
  engine: ProvenEngine,
  { module, parameters }: Fixture,
): Promise<NamedTensors> | NamedTensors {
  return module === null ? parameters : converted(engine, 'from_pytorch', module, parameters);
}

async function converted(
  engine: ProvenEngine,
  operation: 'from_pytorch' | 'to_pytorch',
  module: PyTorchModule,
  tensors: NamedTensors,
): Promise<NamedTensors> {
  return (await engine.run(operation, { config: { module }, inputs: tensors })).outputs;
}
