/** Finds the queries, keys and values, or the weights, in a file by the tensors' names and shapes. */
import { kMaxQkvScores } from '../tensors/qkv';
import { kMaxTokens } from '../text/tokenize';
import type { OpenedTensor } from './source';

export interface Trio {
  readonly q: OpenedTensor;
  readonly k: OpenedTensor;
  readonly v: OpenedTensor;
}

/** What a file holds. If there are several candidates, `sure` is false and the visitor chooses. */
export type Reading =
  | { readonly kind: 'qkv'; readonly trio: Trio; readonly sure: boolean }
  | { readonly kind: 'weights'; readonly tensor: OpenedTensor }
  | { readonly kind: 'matrix'; readonly tensor: OpenedTensor; readonly sure: boolean };

type Role = keyof Trio;

const rest = '(?:_?(?:states?|layer|heads?|tensor))?(?:[._-]?\\d+)?$';
/** The role alone in a name that ends with it: `query` in `bert_v2.query_3`. */
const named = (role: string) => new RegExp(`(?<=^|[._/:-])(?:${role})(?=${rest})`, 'i');
const roles: Record<Role, RegExp> = {
  q: named('q|query|queries'),
  k: named('k|key|keys'),
  v: named('v|value|values'),
};
/** Names of a layer's parameters: `w_q`, `b_k`. */
const parameter = /(?:^|[._/:-])[wb]_[qkv]$/i;
const weights =
  /(?:^|[._/:-])(?:(?:attn|attention)_?)?(?:weights|attn|attentions?|probs)(?:[._-]?\d+)?$/i;

const scores = /(?:^|[._/:-])(?:masked_)?scores(?:[._-]?\d+)?$/i;

export function isNamedWeights(name: string): boolean {
  return weights.test(name);
}

/** Whether the columns of a matrix of this name are keys. */
export function hasKeyColumns(name: string): boolean {
  return weights.test(name) || scores.test(name);
}

export function readingOf(tensors: readonly OpenedTensor[]): Reading {
  const trios = triosOf(tensors);
  if (trios[0])
    return { kind: 'qkv', trio: trios[0], sure: trios.length === 1 && oneItem(trios[0]) };
  const [first] = weightsAmong(tensors);
  if (first) return { kind: 'weights', tensor: first };
  const matrices = tensors.filter(({ shape }) => shape.length > 0);
  const named = matrices.filter(({ name }) => weights.test(name));
  const tensor = named[0] ?? matrices[0] ?? tensors[0]!;
  return { kind: 'matrix', tensor, sure: named.length === 1 || tensors.length === 1 };
}

/** The tensors that are weights by their names, such as those of several layers. */
export function weightsAmong(tensors: readonly OpenedTensor[]): OpenedTensor[] {
  return tensors.filter((tensor) => weights.test(tensor.name) && canBeWeights(tensor));
}

/** Whether the shape is `[.., head, query, key]` or `[query, key]`, of a size that the views can show. */
export function canBeWeights({ shape }: { readonly shape: readonly number[] }): boolean {
  const [heads = 1, n_query = 0, n_key = 0] = [1, ...shape].slice(-3);
  const isLarge = Math.max(n_query, n_key) > kMaxTokens || heads * n_query * n_key > kMaxQkvScores;
  return shape.length >= 2 && shape.length <= 5 && !isLarge && shape.every((extent) => extent > 0);
}

/** Groups tensors that belong together: `layer0.q`, `layer0.k` and `layer0.v`. */
function triosOf(tensors: readonly OpenedTensor[]): Trio[] {
  const groups = new Map<string, Partial<Record<Role, OpenedTensor>>>();
  for (const tensor of tensors) {
    if (!canBeRows(tensor) || parameter.test(tensor.name)) continue;
    for (const role of Object.keys(roles) as Role[]) {
      if (!roles[role].test(tensor.name)) continue;
      // The name without its role identifies the group.
      const group = tensor.name.replace(roles[role], '*');
      groups.set(group, { [role]: tensor, ...groups.get(group) });
    }
  }
  return [...groups.values()].filter((group): group is Trio =>
    Boolean(group.q && group.k && group.v),
  );
}

/** Whether the shape is `[n, d_head]`, `[head, n, d_head]` or `[batch, head, n, d_head]`. */
export function canBeRows({ shape }: OpenedTensor): boolean {
  return shape.length >= 2 && shape.length <= 4 && shape.every((extent) => extent > 0);
}

/** The number of batch items. */
export function itemsOf({ shape }: OpenedTensor): number {
  return shape.length === 4 ? shape[0]! : 1;
}

function oneItem({ q, k, v }: Trio): boolean {
  return [q, k, v].every((tensor) => itemsOf(tensor) === 1);
}
