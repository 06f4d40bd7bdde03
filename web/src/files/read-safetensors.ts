/**
 * Reads Hugging Face's safetensors format: the header's length in 8 bytes, the header as JSON, then the
 * tensors without gaps or overlaps. Only the header and the requested tensors are read.
 */
import type { Tensor } from '../tensors/tensor';
import { safetensorsType, toFloat32, type ElementType } from './element-type';
import { kMaxBytes, kMaxHeaderBytes } from './limits';
import { axesOf, checkCount, countOf, shortForm, visible } from './shape';
import { limitAndSize, refuse, sourceOf, type OpenedTensor, type Source } from './source';

const kMetadata = '__metadata__';
const kKeys = new Set(['dtype', 'shape', 'data_offsets']);

interface Place {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly type: ElementType;
  readonly count: number;
  readonly begin: number;
  readonly end: number;
}

export type NamedTensors = Record<string, Tensor>;

/** A tensor that can also be read as the file has it. */
export interface StoredTensor extends OpenedTensor {
  /** The name of the type: `F32`, `F16`, `I8` .. */
  readonly dtype: string;
  readonly byteLength: number;
  /** All bytes, or those in [begin, end). */
  readBytes(begin?: number, end?: number): Promise<Uint8Array>;
}

export interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

/** Reads a .safetensors file: its tensors by name, and its metadata. */
export async function readSafetensors(file: Uint8Array | Blob): Promise<SafetensorsFile> {
  const { tensors, metadata } = await openSafetensors(sourceOf(file));
  return { tensors: await readAll(tensors), metadata };
}

/** Reads one tensor after another, so that a large file is not in memory twice. */
export async function readAll(tensors: readonly OpenedTensor[]): Promise<NamedTensors> {
  const read: [string, Tensor][] = [];
  for (const tensor of tensors) read.push([tensor.name, await tensor.read()]);
  return Object.fromEntries(read);
}

/** Whether the bytes start with a plausible header length and the header's brace. Text contains no zeros. */
export function isSafetensors(bytes: Uint8Array): boolean {
  return bytes[6] === 0 && bytes[7] === 0 && bytes[8] === 0x7b;
}

export async function openSafetensors(
  source: Source,
): Promise<{ tensors: StoredTensor[]; metadata: Record<string, string> }> {
  const first = await source.read(0, 8);
  if (first.length < 8) return refuse((words) => words.bytes(source.name, 8, first.length));
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > kMaxHeaderBytes)
    refuse((words) => words.header(source.name, kMaxHeaderBytes, length));
  const start = 8 + length;
  if (start > source.size) refuse((words) => words.bytes(source.name, start, source.size));
  const header = parsedHeader(await source.read(8, start));
  if (header === null) return refuse((words) => words.safetensorsHeader);
  const entries = Object.entries(header);
  const described = entries.find(([name]) => name === kMetadata);
  const metadata = checkedMetadata(described ? described[1] : {});
  const places = entries
    .filter(([name]) => name !== kMetadata)
    .map(([name, entry]) => placeOf(name, entry));
  checkCount(places.length);
  const end = checkLayout(places);
  if (start + end !== source.size)
    refuse((words) => words.bytes(source.name, start + end, source.size));
  const tensors = places.map(({ name, shape, dtype, type, count, begin, end }) => {
    const readBytes = async (from = 0, to = end - begin) => {
      const size = to - from;
      if (size > kMaxBytes) refuse((words) => words.tooLarge(...limitAndSize(kMaxBytes, size)));
      const bytes = await source.read(start + begin + from, start + begin + to);
      if (bytes.length !== size) refuse((words) => words.bytes(visible(name), size, bytes.length));
      return bytes;
    };
    const read = async () => {
      const data = toFloat32(await readBytes(), type, count);
      return { axes: axesOf(shape), shape: [...shape], data };
    };
    return { name, shape, dtype, byteLength: end - begin, read, readBytes };
  });
  return { tensors, metadata };
}

function checkedMetadata(value: unknown): Record<string, string> {
  if (!isObject(value)) return refuse((words) => words.safetensorsMetadata(shortForm(value)));
  for (const text of Object.values(value))
    if (typeof text !== 'string') refuse((words) => words.safetensorsMetadata(shortForm(text)));
  return value as Record<string, string>;
}

/** Counts the keys in the text as well: `JSON.parse` keeps only the last of two equal keys. */
function parsedHeader(bytes: Uint8Array): object | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const header: unknown = JSON.parse(text);
    if (!isObject(header) || bytes[0] !== 0x7b) return null;
    const keys = Object.values(header).flatMap((entry) =>
      isObject(entry) ? Object.keys(entry) : [],
    );
    let written = 0;
    for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) written++;
    const distinct = Object.keys(header).length + keys.length;
    // Other checks reject keys that are nested more deeply.
    if (written > distinct && isFlat(header)) refuse((words) => words.safetensorsTwice);
    return header;
  } catch (error) {
    if (error instanceof Error && 'translate' in error) throw error;
    return null;
  }
}

/** Whether no entry contains an object. */
function isFlat(header: object): boolean {
  return Object.values(header).every(
    (entry) => !isObject(entry) || !Object.values(entry).some((value) => isObject(value)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOf(name: string, entry: unknown): Place {
  if (!isObject(entry))
    return refuse((words) => words.safetensorsEntry(shortForm(name), shortForm(entry)));
  const unknown = Object.keys(entry).find((key) => !kKeys.has(key));
  if (unknown !== undefined)
    return refuse((words) => words.safetensorsEntry(shortForm(name), shortForm(unknown)));
  const { dtype, shape, data_offsets } = Object.assign(Object.create(null) as object, entry) as {
    dtype?: unknown;
    shape?: unknown;
    data_offsets?: unknown;
  };
  const type =
    safetensorsType(dtype) ?? refuse((words) => words.type(shortForm(name), shortForm(dtype)));
  const count = countOf(shortForm(name), shape);
  const pair: unknown[] = Array.isArray(data_offsets) ? data_offsets : [];
  const [begin, end] = pair;
  const isValid =
    pair.length === 2 &&
    Number.isSafeInteger(begin) &&
    Number.isSafeInteger(end) &&
    (begin as number) >= 0 &&
    (end as number) - (begin as number) === count * type.bytes;
  if (!isValid) return refuse((words) => words.offsets(shortForm(name), shortForm(data_offsets)));
  const numbers = [begin, end] as [number, number];
  return {
    name,
    shape: shape as number[],
    dtype: dtype as string,
    type,
    count,
    begin: numbers[0],
    end: numbers[1],
  };
}

/** Each tensor must start where the previous one ends. Returns where the last one ends, which should be the file's end. */
function checkLayout(places: readonly Place[]): number {
  let end = 0;
  for (const place of places.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (place.begin !== end)
      refuse((words) => words.offsets(shortForm(place.name), `${place.begin}`));
    end = place.end;
  }
  return end;
}
