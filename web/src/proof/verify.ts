/** Runs the cases and compares each with the results of PyTorch. */
import type { NamedTensors, PyTorchModule } from '../../../wasm/engine';
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
 * The part of the engine that the proof uses, with loose types, because only the file knows which
 * tensors a case has. `createEngine()` returns one; tests pass their own.
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

type About = Omit<Comparison, keyof Difference | 'holds'>;

/** Compares computed tensors with expected ones of the same names. */
export function comparisonOf(
  about: About,
  results: NamedTensors,
  expected: NamedTensors,
): Comparison {
  const difference = differenceOf(results, expected, about.tolerance);
  return { ...about, ...difference, holds: holds(difference) };
}

/** The comparisons of a case: results, and gradients if the case includes PyTorch's. */
export function directionsOf(fixture: Fixture): Direction[] {
  return Object.keys(fixture.gradients).length > 0 ? ['forward', 'gradients'] : ['forward'];
}

/** An error of the core is a failed comparison. Throws only an `EngineError`, which ends the run. */
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
    (results) => differenceOf(results, expected, tolerance),
    (error: unknown): Difference => {
      if (!(error instanceof Error) || error.name === 'EngineError') throw error;
      return { tensors: 0, numbers: 0, worst: null, problem: error };
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

/** Gradients of inputs and parameters. For a PyTorch module, parameters have PyTorch's names and layout. */
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
  const renamedGradients = Object.entries(theirs).map(
    ([name, gradient]) => [`d_${name}`, gradient] as const,
  );
  return { ...ofInputs, ...Object.fromEntries(renamedGradients) };
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
