/** The parts of an opened file that the lab shows: queries, keys and values, or a trace's numbers. */
import { checkedWeights } from '../../tensors/file-weights';
import { itemOf } from '../../files/item';
import type { Trio } from '../../files/choose';
import type { OpenedFile } from '../../files/read-file';
import { refuse } from '../../files/source';
import type { TraceNote } from '../../files/trace';
import type { Opened } from '../../tensors/opened';
import { headsOf, type Qkv } from '../../tensors/qkv';
import type { LabState } from '../../settings/state';

/** The tolerance between a trace's weights and those computed here: browsers round differently. */
const kTolerance = 1e-5;

export interface Traced {
  readonly opened: Opened;
  readonly weights: Float32Array | null;
}

/** The tensors of a trace that the lab can show; null if it needs none, since its settings give them. */
export async function traceOf(file: OpenedFile, note: TraceNote): Promise<Traced | null> {
  const named = (name: string) => file.tensors.find((tensor) => tensor.name === name);
  const [q, k, v] = ['q', 'k', 'v'].map(named);
  const weights = await named('weights')?.read();
  const { tokens, keys: keyTokens, untrained } = note;
  const labels = { name: note.opened ?? file.name, tokens, keyTokens, untrained };
  if (q && k && v) {
    const opened = { ...(await qkvOf(file, { q, k, v }, 0)), ...labels };
    headsOf(opened);
    return { opened, weights: weights?.data ?? null };
  }
  if (note.opened === null) return null;
  if (!weights) return refuse((words) => words.noQueries);
  const opened = { ...labels, weights };
  checkedWeights(opened);
  return { opened, weights: weights.data };
}

export async function qkvOf(
  { name, words }: OpenedFile,
  { q, k, v }: Trio,
  item: number,
): Promise<Qkv> {
  const [queries, keys, values] = await Promise.all([q, k, v].map((tensor) => tensor.read()));
  const qkv = {
    name,
    q: itemOf(queries!, item),
    k: itemOf(keys!, item),
    v: itemOf(values!, item),
    ...words,
  };
  headsOf(qkv);
  return qkv;
}

export function sameState(a: LabState, b: LabState): boolean {
  return (Object.keys(b) as (keyof LabState)[]).every((name) => a[name] === b[name]);
}

export function areNear(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= kTolerance);
}
