/** What PyTorch computed, written down in tests/golden/pytorch.safetensors, case by case. */
import type { PyTorchModule } from '../../../wasm/operations';
import type { NamedTensors } from '../../../wasm/tensors';

interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

/** How a case is described, in the file's metadata. */
interface Described {
  /** "multi_head/causal_bias" */
  readonly name: string;
  readonly operation: string;
  readonly config: Readonly<Record<string, number | string | boolean | readonly number[]>>;
  /** The module whose parameters these are, in its own layout; null where they are in ours. */
  readonly module: PyTorchModule | null;
  /** "torch.nn.MultiheadAttention" */
  readonly source: string;
  /** Where the operation is implemented, below core/: "attention/multi_head.h" */
  readonly header: string;
}

const groups = ['parameters', 'inputs', 'outputs', 'd_outputs', 'gradients'] as const;

export interface Fixture
  extends Described, Readonly<Record<(typeof groups)[number], NamedTensors>> {}

/** The cases in the order of the file. Throws for a file that is not whole. */
export function fixturesOf({ tensors, metadata }: SafetensorsFile): Fixture[] {
  const cases = parse(metadata['cases']);
  const fixtures = new Map(cases.map((described) => [described.name, emptyFixture(described)]));
  for (const [path, tensor] of Object.entries(tensors)) {
    const [, name, group, tensorName] = path.match(/^([^/]+\/[^/]+)\/(\w+)\/([^/]+)$/) ?? [];
    const fixture = fixtures.get(name!);
    if (!fixture || !groups.some((known) => known === group))
      throw new Error(`expected the tensors of a case, got "${path}"`);
    fixture[group as (typeof groups)[number]][tensorName!] = tensor;
  }
  for (const { name, outputs } of fixtures.values())
    if (Object.keys(outputs).length === 0) throw new Error(`expected outputs of ${name}, got none`);
  return [...fixtures.values()];
}

function parse(json: string | undefined): Described[] {
  if (json === undefined) throw new Error('expected metadata "cases", got none');
  const cases: unknown = JSON.parse(json);
  if (!Array.isArray(cases) || cases.length === 0)
    throw new Error('expected metadata "cases" to be a list of cases');
  return cases as Described[];
}

const emptyFixture = (described: Described): Fixture => ({
  ...described,
  parameters: {},
  inputs: {},
  outputs: {},
  d_outputs: {},
  gradients: {},
});
