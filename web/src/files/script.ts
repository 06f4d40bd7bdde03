/**
 * Writes a short Python script that computes and prints the numbers on the screen, in the page's notation. The scripts
 * for NumPy and PyTorch differ only in a few functions.
 */
import type { LabState } from '../settings/state';
import type { Tensor, TensorInput } from '../tensors/tensor';
import { decimal } from './decimal';
import { npzOf } from './npz';

/** The numbers on the screen, and the tensors that they were computed from. */
export interface Screen {
  /** The settings of the shown result. */
  readonly state: LabState;
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
  /** Whether the tensors come from random parameters. */
  readonly untrained: boolean;
  readonly inputs: FromSentence | FromFile;
  /** The file name of the archive for tensors that are too large for the script. */
  readonly archive: string;
}

interface FromSentence {
  readonly embedding: Tensor;
  readonly parameters: Readonly<Record<'w_q' | 'w_k' | 'w_v' | 'w_o', TensorInput>>;
}

/** q and k `[1, head, n, d_head]`, v `[1, head, n, d_v]`. */
interface FromFile {
  readonly q: TensorInput;
  readonly k: TensorInput;
  readonly v: TensorInput;
}

export interface Script {
  readonly text: string;
  /** The archive that the script loads, if any. */
  readonly dataFile: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/** The code that differs between the libraries. */
export interface Dialect {
  readonly name: string;
  readonly imports: readonly string[];
  /** An array from nested lists of numbers. */
  array(literal: string): string;
  /** An array from an expression that evaluates to a NumPy array. */
  loaded(expression: string): string;
  /** Computes the matrix `P` of position encodings. */
  readonly positions: readonly string[];
  readonly causal: string;
  /** `hasEmptyRows`: some queries may attend to no key, so their weights are 0. */
  softmax(hasEmptyRows: boolean): readonly string[];
}

/** Tensors with more numbers than this go to an archive. */
const kMaxInlined = 1200;

export function scriptOf(screen: Screen, dialect: Dialect): Script {
  const { state, tokens, keys, untrained, inputs, archive } = screen;
  const { num_heads, head, word: query } = state;
  const named = namedTensors(inputs);
  const count = named.reduce((sum, [, , { data }]) => sum + data.length, 0);
  const inlined = count <= kMaxInlined;
  const headText = head === null ? 'mean of all heads' : `head ${head + 1} of ${num_heads}`;
  const width = 'q' in inputs ? num_heads * inputs.q.shape[3]! : inputs.embedding.shape[1]!;
  // Values from a file may have another width than queries and keys.
  const [d_v, d_concat] = 'q' in inputs ? ['d_v', 'h * d_v'] : ['d_k', 'd_model'];
  const lines = [
    `# Attention Lab: ${headText}, query ${query + 1} of ${tokens.length}. Needs ${dialect.name}.`,
    ...(untrained
      ? ['# Untrained: the parameters are random numbers, so the weights mean nothing yet.']
      : []),
    ...dialect.imports,
    ...(inlined || dialect.imports.includes('import numpy as np') ? [] : ['import numpy as np']),
    '',
    `tokens = ${list(tokens)}`,
    `keys = ${keys === tokens ? 'tokens' : list(keys)}`,
    `h, d_model = ${num_heads}, ${width}  # heads, and their total width`,
    'd_k = d_model // h',
    head === null
      ? `query = ${query}  # counted from 0`
      : `head, query = ${head}, ${query}  # counted from 0`,
    '',
    ...(inlined ? [] : [`file = np.load(${literal(archive)})`]),
    ...named.map(([name, entry, tensor]) =>
      inlined
        ? `${name} = ${dialect.array(nested(tensor, name.length))}`
        : `${name} = ${dialect.loaded(`file[${literal(entry)}]`)}`,
    ),
    '',
    ...('q' in inputs ? ['d_v = V.shape[-1]'] : projections(state, dialect)),
    'scores = Q @ K.swapaxes(-1, -2) / d_k**0.5  # [h, query, key]',
    ...masking(state, dialect),
    ...softmax(screen, dialect),
    `context = weights @ V  # [h, query, ${d_v}]`,
    `concat = context.swapaxes(0, 1).reshape(len(tokens), ${d_concat})`,
    ...('q' in inputs ? [] : ['output = concat @ W_O']),
    '',
    '',
    ...printing(screen, d_v, d_concat),
    '',
  ];
  const archived = () => npzOf(named.map(([, entry, tensor]) => [entry, tensor]));
  return {
    text: lines.join('\n'),
    dataFile: inlined ? null : { name: archive, bytes: archived() },
  };
}

/** Prints the numbers of the query. */
function printing({ state, inputs }: Screen, d_v: string, d_concat: string): string[] {
  const { head } = state;
  return [
    'def show(name, labels, values):',
    '    print(name)',
    '    for label, value in zip(labels, values):',
    '        print(f"{float(value):14.7f}  {label}")',
    '',
    '',
    ...(state.matrix === 'weights' ? [] : [shown(stepOf(state), 'keys', head)]),
    shown('weights', 'keys', head),
    head === null
      ? `show("context", range(${d_concat}), concat[query])`
      : `show("context", range(${d_v}), context[head, query])`,
    ...('q' in inputs ? [] : ['show("output", range(d_model), output[query])']),
  ];
}

/** Each tensor with its name in the script and in the archive. */
function namedTensors(inputs: FromSentence | FromFile): [string, string, TensorInput][] {
  if ('q' in inputs)
    return (['q', 'k', 'v'] as const).map((name) => {
      const { shape, data } = inputs[name];
      return [name.toUpperCase(), name, { shape: shape.slice(1), data }];
    });
  const { w_q, w_k, w_v, w_o } = inputs.parameters;
  return [
    ['E', 'embedding', inputs.embedding],
    ['W_Q', 'w_q', w_q],
    ['W_K', 'w_k', w_k],
    ['W_V', 'w_v', w_v],
    ['W_O', 'w_o', w_o],
  ];
}

function projections({ positions }: LabState, dialect: Dialect): string[] {
  return [
    ...(positions === 'sinusoidal'
      ? [...dialect.positions, 'X = E + P  # embeddings and positions, [n, d_model]']
      : ['X = E  # embeddings, [n, d_model]']),
    '',
    '',
    'def split(M):  # into heads: [n, d_model] -> [h, n, d_k]',
    '    return M.reshape(len(M), h, d_k).swapaxes(0, 1)',
    '',
    '',
    'Q, K, V = split(X @ W_Q), split(X @ W_K), split(X @ W_V)',
  ];
}

function masking({ mask }: LabState, { causal }: Dialect): string[] {
  if (mask === 'none') return ['masked = scores'];
  return ['# A query may not attend to later keys; the last query attends to all keys.', causal];
}

function softmax({ state, tokens, keys, inputs }: Screen, dialect: Dialect): string[] {
  const lines = dialect.softmax(state.mask === 'causal' && tokens.length > keys.length);
  if ('q' in inputs || state.temperature === 1) return [...lines];
  return [
    `scaled = masked / ${state.temperature}  # divided by the temperature`,
    ...lines.map((line) => line.replaceAll('masked', 'scaled')),
  ];
}

function stepOf({ matrix }: LabState): 'scores' | 'masked' {
  return matrix === 'scores' ? 'scores' : 'masked';
}

function shown(name: string, labels: string, head: number | null): string {
  const row = head === null ? `${name}.mean(0)[query]` : `${name}[head, query]`;
  return `show("${name}", ${labels}, ${row})`;
}

function list(tokens: readonly string[]): string {
  return `[${tokens.map(literal).join(', ')}]`;
}

/** A Python string literal. Invisible characters are escaped. */
export function literal(text: string): string {
  const escaped = JSON.stringify(text.toWellFormed()).replace(/[\p{C}\p{Z}]/gu, (character) => {
    const code = character.codePointAt(0)!;
    if (character === ' ') return character;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return escaped;
}

/** Nested lists, with the last axis on one line. */
function nested({ shape, data }: TensorInput, indent: number): string {
  const rows = (axes: readonly number[], at: number, depth: number): string => {
    const [count = 1, ...inner] = axes;
    const size = inner.reduce((product, extent) => product * extent, 1);
    if (inner.length === 0)
      return `[${Array.from(data.subarray(at, at + count), decimal).join(', ')}]`;
    const parts = Array.from({ length: count }, (_, i) => rows(inner, at + i * size, depth + 1));
    return `[${parts.join(`,\n${' '.repeat(indent + 13 + depth)}`)}]`;
  };
  return rows(shape, 0, 0);
}
