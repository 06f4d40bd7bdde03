/** The inputs of a whole model: ids or patches, padding and masks. */
import type { Masked, NamedTensorInputs, TensorInput } from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import { refusal } from '../checks/refusal';
import {
  expectInteger,
  expectList,
  expectObject,
  kMaxInteger,
  refuseValue,
} from '../checks/expect';

/** One sequence, or a batch [batch, n]. */
export type Ids = readonly number[] | TensorInput;

/**
 * The inputs: ids; an encoder-decoder also takes target_ids, the decoder's input; a vision model takes
 * patches [patch, d_patch] instead.
 */
export interface ModelInput {
  ids?: Ids;
  /** The type of each of the ids, below the configuration's num_types; by default all 0. */
  type_ids?: Ids;
  target_ids?: Ids;
  patches?: TensorInput;
  /** Replaces the pattern of the self-attention (the decoder's): `{ causal: 'end' }`, `{}` for none. */
  mask?: Masked;
  /** [batch, n]: 1 for a token, 0 for padding, which is hidden. */
  key_padding?: TensorInput;
  /** [query, key] or [batch, head, query, key]: 1 where a query may see a key. */
  attend?: TensorInput;
  /** The same, added to the scores. */
  score_bias?: TensorInput;
  /** The same three for the parts of an encoder-decoder; memory is the cross-attention. */
  source_key_padding?: TensorInput;
  source_attend?: TensorInput;
  source_score_bias?: TensorInput;
  target_key_padding?: TensorInput;
  target_attend?: TensorInput;
  target_score_bias?: TensorInput;
  memory_attend?: TensorInput;
  memory_score_bias?: TensorInput;
}

/** Texts of any lengths, in tokens. The padding between them is hidden. */
export interface Texts {
  ids: readonly (readonly number[])[];
  /** The types of the tokens; by default all 0. */
  type_ids?: readonly (readonly number[])[] | undefined;
}

/** Ids as tensors, the mask apart. */
export function inputTensors(input: ModelInput | Texts): {
  tensors: NamedTensorInputs;
  mask: Masked | undefined;
} {
  if (isTexts(input)) return { tensors: paddedTexts(input), mask: undefined };
  const { mask, ...tensors } = expectObject('the input', input) as ModelInput;
  for (const name of ['ids', 'type_ids', 'target_ids'] as const) {
    const ids = tensors[name];
    if (!Array.isArray(ids)) continue;
    for (const id of ids) expectInteger(name, id, 0, kMaxInteger);
    tensors[name] = { shape: [ids.length], data: Float32Array.from(ids as number[]) };
  }
  return { tensors: tensors as NamedTensorInputs, mask };
}

/** The ids to continue: a list, or those of an encoder-decoder. */
export function promptOf(input: unknown): {
  ids: readonly number[];
  target_ids: readonly number[] | undefined;
} {
  if (!Array.isArray(input) && !('ids' in Object(input)))
    refuseValue('a list of ids, or { ids, target_ids }', [], input);
  const prompt = Array.isArray(input) ? { ids: input } : input;
  checkCall(prompt, ['ids', 'target_ids']);
  const { ids, target_ids } = prompt as Record<string, unknown>;
  const listOf = (name: string, list: unknown) =>
    Array.from(expectList(name, list), (id) => expectInteger(name, id, 0, kMaxInteger));
  return {
    ids: listOf('ids', ids),
    target_ids: target_ids === undefined ? target_ids : listOf('target_ids', target_ids),
  };
}

function isTexts(input: ModelInput | Texts): input is Texts {
  const { ids } = expectObject('the input', input) as Texts;
  return Array.isArray(ids) && Array.isArray(ids[0]);
}

function paddedTexts(texts: Texts): NamedTensorInputs {
  checkCall(texts, ['ids', 'type_ids']);
  const { ids, type_ids } = texts;
  const lengths = Array.from(ids, (row) => expectList('ids', row).length);
  if (lengths.includes(0)) throw refusal('expected {} with at least one id, got none', ['ids']);
  if (type_ids !== undefined) expectLengths('type_ids', type_ids, lengths);
  return {
    ids: padRows('ids', ids),
    key_padding: padRows(
      'ids',
      ids.map((row) => row.map(() => 1)),
    ),
    ...(type_ids !== undefined && { type_ids: padRows('type_ids', type_ids) }),
  };
}

/** One list for each sentence, with one number for each of its tokens. */
export function expectLengths(name: string, lists: unknown, lengths: readonly number[]): void {
  const actual = Array.from(expectList(name, lists), (list) => expectList(name, list).length);
  const differs = actual.findIndex((length, i) => length !== lengths[i]);
  if (actual.length !== lengths.length)
    throw refusal('expected {} of {} sentences, got {}', [
      name,
      `${lengths.length}`,
      `${actual.length}`,
    ]);
  if (differs >= 0)
    throw refusal('expected {} of the {} tokens of sentence {}, got {}', [
      name,
      `${lengths[differs]}`,
      `${differs}`,
      `${actual[differs]}`,
    ]);
}

/** [sentence, token], filled up with 0. */
export function padRows(name: string, rows: readonly (readonly number[])[]) {
  // Array.from also visits holes, which are refused before any memory is allocated for them.
  const lists = rows.map((row) => Array.from(row, (id) => expectInteger(name, id, 0, kMaxInteger)));
  const n = Math.max(0, ...lists.map((list) => list.length));
  const data = new Float32Array(lists.length * n);
  lists.forEach((list, i) => data.set(list, i * n));
  return { shape: [lists.length, n], data };
}
