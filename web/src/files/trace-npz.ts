/** Writes and reads traces as NPZ: the tensors by name, with the tokens and settings as JSON. */
import { npyOfBytes } from './npy';
import { npzOf, openNpz, type OpenedTexts } from './npz';
import { refuse, type OpenedTensor, type Source } from './source';
import {
  noteOf,
  parsedJson,
  readNote,
  refuseTokens,
  checkedTokens,
  type ExportedTrace,
  type TraceNote,
} from './trace';
import { kMaxCharacters, kMaxTokens } from '../text/tokenize';

/** The array of bytes that holds the JSON: `json.loads(archive['attention_lab'].tobytes())`. */
const kNote = 'attention_lab';
const kMaxNoteBytes = 2 ** 18;

export function traceNpz(trace: ExportedTrace): Uint8Array {
  const note = new TextEncoder().encode(JSON.stringify(noteOf(trace)));
  return npzOf(trace.tensors, [[kNote, npyOfBytes(note)]]);
}

/** The words that belong to the rows of a file's tensors. */
export interface FileTokens {
  /** The tokens of the queries. */
  readonly tokens?: readonly string[];
  /** The tokens of the keys, if they are other words. */
  readonly keyTokens?: readonly string[];
}

/** Names of arrays of strings. */
const kTokens = 'tokens';
const kKeyTokens = 'key_tokens';
/** All tokens, each with 4 bytes a letter and padded to the longest possible one. */
const kMaxTokenBytes = 4 * kMaxTokens * kMaxCharacters;

/** Reads any NPZ archive. `note` is null if it is not a trace. */
export async function readTraceNpz(
  source: Source,
): Promise<{ tensors: OpenedTensor[]; note: TraceNote | null; words: FileTokens }> {
  const { tensors, texts, bytesOf } = await openNpz(source);
  const noteArray = tensors.find(({ name }) => name === kNote);
  if (!noteArray) return { tensors, note: null, words: await wordsIn(texts) };
  const size = noteArray.shape.reduce((product, extent) => product * extent, 1);
  if (size > kMaxNoteBytes) refuse((words) => words.header(kNote, kMaxNoteBytes, size));
  const note = readNote(parsedJson((await bytesOf(kNote))!));
  return { tensors: tensors.filter((tensor) => tensor !== noteArray), note, words: {} };
}

async function wordsIn(texts: ReadonlyMap<string, OpenedTexts>): Promise<FileTokens> {
  const read = async (name: string) => {
    const opened = texts.get(name);
    if (!opened) return undefined;
    const { count, bytes } = opened;
    // Checks the header first: a small archive may unpack to millions of strings.
    if (count > kMaxTokens || count * bytes > kMaxTokenBytes)
      refuseTokens(name, `${count} × ${bytes} B`);
    return checkedTokens(name, await opened.read());
  };
  const [tokens, keyTokens] = await Promise.all([kTokens, kKeyTokens].map(read));
  return { ...(tokens && { tokens }), ...(keyTokens && { keyTokens }) };
}
