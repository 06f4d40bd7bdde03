/** Reads a visitor's file. Its first bytes determine the format, not its name. */
import { kMaxBytes, kMaxFileBytes } from './limits';
import { isNpy, kMaxNpyHeader, openNpy } from './read-npy';
import { isSafetensors, openSafetensors } from './read-safetensors';
import { isZip } from './read-zip';
import { checkVisible, visible } from './shape';
import { limitAndSize, refuse, type OpenedTensor, type Source } from './source';
import type { TraceNote } from './trace';
import { readTraceJson } from './trace-json';
import { readTraceNpz, type FileTokens } from './trace-npz';

export interface OpenedFile {
  readonly name: string;
  readonly tensors: readonly OpenedTensor[];
  /** The settings and tokens, if the file is a trace saved by the lab. */
  readonly note: TraceNote | null;
  /** The words of an NPZ that names them in arrays of strings. */
  readonly words: FileTokens;
}

/** Throws an error that names the expected and the actual content. */
export async function readFile(file: Source): Promise<OpenedFile> {
  const { size } = file;
  if (size === 0) return refuse((words) => words.empty);
  if (size > kMaxFileBytes)
    return refuse((words) => words.tooLarge(...limitAndSize(kMaxFileBytes, size)));
  const { tensors, note, words = {} } = await contentsOf(file);
  checkVisible(tensors.map(({ name }) => name));
  return { name: visible(file.name), tensors, note, words };
}

async function contentsOf(
  file: Source,
): Promise<Omit<OpenedFile, 'name' | 'words'> & Partial<Pick<OpenedFile, 'words'>>> {
  const { size } = file;
  const source = { ...file, name: visible(file.name) };
  const beginning = await source.read(0, Math.min(size, kMaxNpyHeader));
  if (isSafetensors(beginning))
    return { tensors: (await openSafetensors(source)).tensors, note: null };
  if (isNpy(beginning)) return { tensors: [await openNpy(file)], note: null };
  if (isZip(beginning)) return readTraceNpz(source);
  if (!isText(beginning)) return refuse((words) => words.unknown);
  if (size > kMaxBytes) refuse((words) => words.tooLarge(...limitAndSize(kMaxBytes, size)));
  return readTraceJson(await source.read(0, size));
}

/** Whether the text starts like a JSON object: a brace after optional white space. */
function isText(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return first === 0x7b;
}
