/** Checks queries, keys and values from a file or page, and brings them into the core's shapes. */
import { headsSideBySide, type AttentionTrace, type TensorInput } from './tensor';
import { kMaxTokens } from '../text/tokenize';
import '../words/add-later';
import { Refusal } from '../words/refusal';
import type { Words } from '../words/words';

/**
 * Each `[n, d_head]`, `[head, n, d_head]` or `[1, head, n, d_head]`; k and v may have fewer heads, and v another width
 * than q and k.
 */
export interface Qkv {
  /** The name of the file they come from. */
  readonly name: string;
  readonly q: TensorInput;
  readonly k: TensorInput;
  readonly v: TensorInput;
  /** The tokens of the queries. Default: 1, 2, .., or q1, q2, .. if the keys are different tokens. */
  readonly tokens?: readonly string[];
  /** The tokens of the keys. Default: those of the queries if there are as many, otherwise k1, k2, .. */
  readonly keyTokens?: readonly string[];
  /** Whether they come from random parameters. */
  readonly untrained?: boolean;
}

/** Checked tensors with the same number of heads: q and k `[1, head, n, d_head]`, v `[1, head, n, d_v]`. */
export interface QkvHeads {
  readonly q: TensorInput;
  readonly k: TensorInput;
  readonly v: TensorInput;
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
}

const kMaxQkvWidth = 2048;
/** The number of scores of 16 heads with 512 tokens. */
export const kMaxQkvScores = 16 * kMaxTokens * kMaxTokens;

/** Throws a Refusal that names the expected and the actual shape, count or value. */
export function headsOf(qkv: Qkv): QkvHeads {
  const [q, k, v] = (['q', 'k', 'v'] as const).map((name) => withHeads(name, qkv[name]));
  const [, heads, n_query, d_head] = q!.shape as [number, number, number, number];
  const [, kvHeads, n_key, kWidth] = k!.shape as [number, number, number, number];
  const [, vHeads, n_value, d_v] = v!.shape as [number, number, number, number];
  if (kvHeads !== vHeads || n_key !== n_value)
    refuseQkv((words) => words.keysAndValues(shapeOf(k!), shapeOf(v!)));
  if (kWidth !== d_head || heads % kvHeads !== 0)
    refuseQkv((words) => words.queriesAndKeys(shapeOf(q!), shapeOf(k!)));
  checkLimits(heads, n_query, n_key);
  const width = heads * Math.max(d_head, d_v);
  if (width > kMaxQkvWidth) refuseQkv((words) => words.width(kMaxQkvWidth, width));
  const shared = sharesTokens(qkv, n_query, n_key);
  const tokens = labeled('tokens', qkv.tokens, n_query, shared ? '' : 'q');
  return {
    q: q!,
    k: repeated(k!, heads),
    v: repeated(v!, heads),
    tokens,
    keys: shared ? tokens : labeled('keyTokens', qkv.keyTokens, n_key, 'k'),
  };
}

/** Adds `concat` and `output` to a trace. They are equal, since there is no output projection. */
export function withFlatHeads(trace: Omit<AttentionTrace, 'concat' | 'output'>): AttentionTrace {
  const { rows, columns, data } = headsSideBySide(trace.context);
  const concat = { axes: ['batch', 'query', 'd_model'], shape: [1, rows, columns], data };
  return { ...trace, concat, output: concat };
}

/** Whether the keys are the tokens of the queries. */
export function sharesTokens(
  {
    tokens,
    keyTokens,
  }: { tokens?: readonly string[] | undefined; keyTokens?: readonly string[] | undefined },
  n_query: number,
  n_key: number,
): boolean {
  if (n_query !== n_key) return false;
  return (
    keyTokens === undefined ||
    (keyTokens.length === tokens?.length && keyTokens.every((key, i) => key === tokens[i]))
  );
}

function withHeads(name: string, tensor: TensorInput): TensorInput {
  const padded = paddedTensor(name, tensor, 'shape');
  const { data } = padded;
  const place = data.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) refuseQkv((words) => words.finite(name, String(data[place])));
  return padded;
}

/**
 * The tensor with four axes: `[1, head, query, key]` for weights, `[1, head, token, d_head]` for q, k and v. Refuses a
 * missing shape, fewer than two or more than four axes, an empty tensor, several batch items, and data whose length does
 * not match the shape. A page in JavaScript may pass its numbers as a plain array.
 *   message  the refusal of a wrong shape
 */
export function paddedTensor(
  name: string,
  tensor: TensorInput | undefined,
  message: 'shape' | 'weightsShape',
): { shape: [number, number, number, number]; data: Float32Array } {
  // A page in JavaScript may leave it out.
  if (!tensor?.shape) refuseQkv((words) => words[message](name, String(tensor?.shape)));
  const { shape } = tensor;
  const given = tensor.data as Float32Array | undefined;
  const data = given instanceof Float32Array ? given : Float32Array.from(given ?? []);
  const padded = [...new Array<number>(Math.max(0, 4 - shape.length)).fill(1), ...shape];
  const count = padded.reduce((product, extent) => product * extent, 1);
  if (padded.length !== 4 || shape.length < 2 || padded[0] !== 1 || count === 0)
    refuseQkv((words) => words[message](name, shapeOf({ shape })));
  if (count !== data.length) refuseQkv((words) => words.count(name, count, data.length));
  return { shape: padded as [number, number, number, number], data };
}

/** Refuses more tokens or scores than the page can show. */
export function checkLimits(heads: number, n_query: number, n_key: number): void {
  const rows = Math.max(n_query, n_key);
  if (rows > kMaxTokens) refuseQkv((words) => words.rows(kMaxTokens, rows));
  const scores = heads * n_query * n_key;
  if (scores > kMaxQkvScores) refuseQkv((words) => words.scores(kMaxQkvScores, scores));
}

/** Grouped-query attention: repeats each head of k or v for its group of query heads. */
function repeated({ shape, data }: TensorInput, heads: number): TensorInput {
  const [, kvHeads = 1, n = 1, d_head = 1] = shape;
  if (kvHeads === heads) return { shape, data };
  const size = n * d_head;
  const all = new Float32Array(heads * size);
  for (let head = 0; head < heads; head++) {
    const from = Math.floor((head * kvHeads) / heads) * size;
    all.set(data.subarray(from, from + size), head * size);
  }
  return { shape: [1, heads, n, d_head], data: all };
}

export function labeled(
  name: string,
  tokens: readonly string[] | undefined,
  count: number,
  letter: string,
): readonly string[] {
  if (!tokens) return Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
  if (tokens.length !== count) refuseQkv((words) => words.tokens(name, count, tokens.length));
  return tokens;
}

function shapeOf({ shape }: { shape: readonly number[] }): string {
  return `[${shape.join(', ')}]`;
}

function refuseQkv(message: (words: Words['qkv']) => string): never {
  throw new Refusal(({ qkv }) => message(qkv));
}
