/** What is in somebody's file, told by its first bytes and not by its name. */
import { kMaxBytes, kMaxFileBytes } from './limits';
import { isNpy, kMaxNpyHeader, readNpy, readNpyHeader } from './read-npy';
import { isSafetensors, readSafetensors } from './read-safetensors';
import { isZip } from './read-zip';
import { visible } from './shape';
import { megabytes, refuse, type OpenedFile, type Source } from './source';
import { readTraceJson } from './trace-json';
import { readTraceNpz } from './trace-npz';

/** Throws with what was expected and what came. */
export async function readFile(source: Source): Promise<OpenedFile> {
  const { size } = source;
  const name = visible(source.name);
  if (size === 0) return refuse((words) => words.empty);
  if (size > kMaxFileBytes)
    return refuse((words) => words.tooLarge(...megabytes(kMaxFileBytes, size)));
  const beginning = await source.read(0, Math.min(size, kMaxNpyHeader));
  if (isSafetensors(beginning))
    return { name, tensors: await readSafetensors({ ...source, name }), note: null };
  const whole = () => {
    if (size > kMaxBytes) refuse((words) => words.tooLarge(...megabytes(kMaxBytes, size)));
    return source.read(0, size);
  };
  if (isNpy(beginning)) {
    const { shape } = readNpyHeader(name, beginning, size);
    const read = async () => readNpy(name, await whole());
    return { name, tensors: [{ name: name.replace(/\.npy$/i, ''), shape, read }], note: null };
  }
  if (isZip(beginning)) return { name, ...readTraceNpz(await whole()) };
  if (isText(beginning)) return { name, ...readTraceJson(await whole()) };
  return refuse((words) => words.unknown);
}

/** JSON of an object: a brace, after white space. */
function isText(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return first === 0x7b;
}
