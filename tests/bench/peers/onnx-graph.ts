/** Writes ONNX models: one graph, with its parameters as constants. */
import proto, { type onnx as Onnx } from 'onnx-proto';

const { onnx } = proto;

export type Attributes = Record<string, number | string | readonly number[]>;

const kFloat = 1;
const kInt64 = 7;

export class Graph {
  readonly #nodes: Onnx.INodeProto[] = [];
  readonly #constants: Onnx.ITensorProto[] = [];
  readonly #inputs: Onnx.IValueInfoProto[] = [];
  #count = 0;

  input(name: string, shape: readonly number[]): string {
    this.#inputs.push(valueInfo(name, shape));
    return name;
  }

  constant({ shape, data }: { shape: readonly number[]; data: Float32Array }): string {
    const name = this.#name('constant');
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#constants.push({ name, dims: [...shape], dataType: kFloat, rawData: bytes });
    return name;
  }

  whole(...numbers: number[]): string {
    const name = this.#name('whole');
    const data = BigInt64Array.from(numbers, BigInt);
    const rawData = new Uint8Array(data.buffer);
    this.#constants.push({ name, dims: [numbers.length], dataType: kInt64, rawData });
    return name;
  }

  /** Adds a node; returns the name of its first output. */
  node(opType: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.nodes(opType, inputs, 1, attributes)[0]!;
  }

  /** Adds a node with several outputs. `Domain:Name` names an operator outside the ONNX standard. */
  nodes(
    opType: string,
    inputs: readonly string[],
    count: number,
    attributes: Attributes = {},
  ): string[] {
    const [name, domain = ''] = opType.split(':').reverse();
    const output = Array.from({ length: count }, () => this.#name(name!));
    this.#nodes.push({
      opType: name!,
      domain,
      input: [...inputs],
      output,
      attribute: Object.entries(attributes).map(([key, value]) => attributeOf(key, value)),
    });
    return output;
  }

  /** Returns the model. The results have the order of `outputs`. */
  finish(outputs: readonly string[]): Uint8Array {
    const output = outputs.map((name) => ({
      name,
      type: { tensorType: { elemType: kFloat } },
    }));
    return onnx.ModelProto.encode({
      irVersion: 10,
      opsetImport: [
        { domain: '', version: 23 },
        { domain: 'com.microsoft', version: 1 },
      ],
      graph: {
        name: 'work',
        node: this.#nodes,
        initializer: this.#constants,
        input: this.#inputs,
        output,
      },
    }).finish();
  }

  #name(kind: string): string {
    return `${kind}_${this.#count++}`;
  }
}

function valueInfo(name: string, shape: readonly number[]): Onnx.IValueInfoProto {
  const dim = shape.map((dimValue) => ({ dimValue }));
  return { name, type: { tensorType: { elemType: kFloat, shape: { dim } } } };
}

function attributeOf(name: string, value: Attributes[string]): Onnx.IAttributeProto {
  const { FLOAT, INTS, STRING, INT } = onnx.AttributeProto.AttributeType;
  if (typeof value === 'string') return { name, type: STRING, s: new TextEncoder().encode(value) };
  if (typeof value !== 'number') return { name, type: INTS, ints: [...value] };
  // A number with a fraction becomes an ONNX float attribute, a whole number an int.
  return Number.isInteger(value) ? { name, type: INT, i: value } : { name, type: FLOAT, f: value };
}
