/**
 * Tensors as Hugging Face's safetensors keeps them: the header's length in 8 bytes, the header as
 * JSON, then the tensors without gap or overlap. Of a large model only what is asked for is read.
 */
import { safetensorsType, toFloat32, type ElementType } from './element-type';
import { kMostBytes, kMostHeaderBytes } from './limits';
import { axesOf } from './read-npy';
import { checkNames, countOf, said } from './shape';
import { refuse, type OpenedTensor, type OpenWords, type Source } from './source';

interface Place {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: ElementType;
  readonly count: number;
  readonly begin: number;
  readonly end: number;
}

/** A length of a header that can be, then its brace. A text has no zeros in it. */
export function isSafetensors(bytes: Uint8Array): boolean {
  return bytes[6] === 0 && bytes[7] === 0 && bytes[8] === 0x7b;
}

export async function readSafetensors(source: Source, words: OpenWords): Promise<OpenedTensor[]> {
  const first = await source.read(0, 8);
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > kMostHeaderBytes) refuse(words.header(source.name, kMostHeaderBytes, length));
  const start = 8 + length;
  if (start > source.size) refuse(words.bytes(source.name, start, source.size));
  const header = parsed(await source.read(8, start));
  if (header === null) return refuse(words.safetensorsHeader);
  const places = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) => placeOf(name, entry, words));
  checkNames(
    places.map(({ name }) => name),
    words,
  );
  checkLayout(places, source.size - start, words);
  return places.map(({ name, shape, type, count, begin, end }) => ({
    name,
    shape,
    read: async () => {
      if (end - begin > kMostBytes) refuse(words.tooLarge(kMostBytes, end - begin));
      const bytes = await source.read(start + begin, start + end);
      if (bytes.length !== end - begin) refuse(words.bytes(name, end - begin, bytes.length));
      return { axes: axesOf(shape), shape, data: toFloat32(bytes, type, count) };
    },
  }));
}

function parsed(bytes: Uint8Array): object | null {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(header) ? header : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOf(name: string, entry: unknown, words: OpenWords): Place {
  if (!isObject(entry)) return refuse(words.safetensorsEntry(said(name), said(entry)));
  const { dtype, shape, data_offsets } = Object.assign(Object.create(null) as object, entry) as {
    dtype?: unknown;
    shape?: unknown;
    data_offsets?: unknown;
  };
  const type = safetensorsType(dtype) ?? refuse(words.type(said(name), said(dtype)));
  const count = countOf(said(name), shape, words);
  if (!Array.isArray(data_offsets) || data_offsets.length !== 2)
    return refuse(words.offsets(said(name), said(data_offsets)));
  const [begin, end] = data_offsets as [unknown, unknown];
  const right =
    Number.isSafeInteger(begin) &&
    Number.isSafeInteger(end) &&
    (begin as number) >= 0 &&
    (end as number) - (begin as number) === count * type.bytes;
  if (!right) return refuse(words.offsets(said(name), said(data_offsets)));
  const numbers = [begin, end] as [number, number];
  return { name, shape: shape as number[], type, count, begin: numbers[0], end: numbers[1] };
}

/** Each begins where the one before it ends, and the last ends with the file. */
function checkLayout(places: readonly Place[], size: number, words: OpenWords): void {
  let end = 0;
  for (const place of places.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (place.begin !== end) refuse(words.offsets(said(place.name), `${place.begin}`));
    end = place.end;
  }
  if (end !== size) refuse(words.bytes(words.allTensors, end, size));
}
