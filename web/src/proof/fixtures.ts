/** Reads the test cases with PyTorch's results from tests/golden/pytorch.safetensors. */
import type { NamedTensors, PyTorchModule } from '../../../wasm/engine';

interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

/** Description of a case in the file's metadata. */
interface CaseDescription {
  /** "multi_head/causal_bias" */
  readonly name: string;
  readonly operation: string;
  readonly config: Readonly<Record<string, number | string | boolean | readonly number[]>>;
  /** The PyTorch module whose names and layout the parameters have. Null if they have ours. */
  readonly module: PyTorchModule | null;
  /** "torch.nn.MultiheadAttention" */
  readonly source: string;
  /** Header of the operation, relative to core/: "attention/multi_head.h" */
  readonly header: string;
}

const groups = ['parameters', 'inputs', 'outputs', 'd_outputs', 'gradients'] as const;

export interface Fixture
  extends CaseDescription, Readonly<Record<(typeof groups)[number], NamedTensors>> {}

/** The cases in file order. Throws if the file is incomplete. */
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

function parse(json: string | undefined): CaseDescription[] {
  if (json === undefined) throw new Error('expected metadata "cases", got none');
  const cases: unknown = JSON.parse(json);
  if (!Array.isArray(cases) || cases.length === 0)
    throw new Error('expected metadata "cases" to be a list of cases');
  return cases as CaseDescription[];
}

const emptyFixture = (described: CaseDescription): Fixture => ({
  ...described,
  parameters: {},
  inputs: {},
  outputs: {},
  d_outputs: {},
  gradients: {},
});
