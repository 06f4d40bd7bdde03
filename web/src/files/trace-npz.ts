/** A whole trace as NPZ, and back: the arrays by name, and beside them tokens and settings as JSON. */
import { npyOfBytes } from './npy';
import { npzOf, openNpz } from './npz';
import { refuse, type OpenedTensor, type Source } from './source';
import { noteOf, readNote, type ExportedTrace, type TraceNote } from './trace';

/** An array of bytes: `json.loads(archive['attention_lab'].tobytes())`. */
const kNote = 'attention_lab';
const kMaxNoteBytes = 2 ** 18;

export function traceNpz(trace: ExportedTrace): Uint8Array {
  const note = new TextEncoder().encode(JSON.stringify(noteOf(trace)));
  return npzOf(trace.tensors, [[kNote, npyOfBytes(note)]]);
}

/** Also of an archive that is no trace: then there is no note. */
export async function readTraceNpz(
  source: Source,
): Promise<{ tensors: OpenedTensor[]; note: TraceNote | null }> {
  const { tensors, textOf } = await openNpz(source);
  const noted = tensors.find(({ name }) => name === kNote);
  if (!noted) return { tensors, note: null };
  const size = noted.shape.reduce((product, extent) => product * extent, 1);
  if (size > kMaxNoteBytes) refuse((words) => words.header(kNote, kMaxNoteBytes, size));
  const text = await textOf(kNote);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text!));
  } catch {
    return refuse((words) => words.json);
  }
  return {
    tensors: tensors.filter((tensor) => tensor !== noted),
    note: readNote(value),
  };
}
