/**
 * Reads zip archives (PKWARE's APPNOTE 6.3) as far as .npz files need them: stored or deflated entries,
 * contiguous up to the directory, without overlaps. Reads only the directory, the local headers and the
 * requested entries. Sizes in the archive are not trusted: an entry that expands beyond its size is
 * rejected at once.
 */
import { Inflate } from 'fflate';
import { kMaxBytes, kMaxTensors } from './limits';
import { checkDistinct, shortForm, visible } from './shape';
import { limitAndSize, refuse, type FileMessage, type Source } from './source';

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly deflated: boolean;
  readonly crc: number;
  /** Reads a part of the entry's bytes in the archive, before decompression. */
  packed(begin: number, end: number): Promise<Uint8Array>;
}

const kLocal = 0x04034b50;
const kCentral = 0x02014b50;
const kEnd = 0x06054b50;
/** Where the fields of a directory entry begin. The name is the first one of variable length. */
const central = {
  flags: 8,
  method: 10,
  crc: 16,
  packedSize: 20,
  size: 24,
  nameBytes: 28,
  extraBytes: 30,
  commentBytes: 32,
  local: 42,
  name: 46,
};
/** The same in the header before an entry's data. */
const header = {
  flags: 6,
  method: 8,
  crc: 14,
  packedSize: 18,
  size: 22,
  nameBytes: 26,
  extraBytes: 28,
  name: 30,
};
/** The same in the record at the end of the directory, and the length of that record. */
const ending = { part: 4, entriesInPart: 8, entries: 10, directoryBytes: 12, directory: 16 };
const kEndBytes = 22;
/** Accepted flags of an entry: deflate's compression level, sizes after the data, a name in UTF-8. */
const kHasDescriptor = 0x0008;
const kKnownFlags = 0x0006 | kHasDescriptor | 0x0800;
/** Checksum and sizes after the data: with or without a signature, with sizes of 4 or 8 bytes. */
const kDescriptorSizes = [12, 16, 20, 24];
const kInZip64 = 0xffffffff;
/** Compressed bytes per step of decompression, which gives at most 1032 times as many. */
const kPiece = 4096;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

const damaged = (what: FileMessage): never => refuse((words) => words.archive(what(words)));

export async function readZip(source: Source): Promise<ZipEntry[]> {
  if (source.size > kMaxBytes)
    refuse((words) => words.tooLarge(...limitAndSize(kMaxBytes, source.size)));
  const { begin, end, count } = await directoryOf(source);
  const bytes = await source.read(begin, end);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  const places: Place[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    const nameBegin = offset + central.name;
    if (nameBegin > bytes.length || view.getUint32(offset, true) !== kCentral)
      damaged((words) => words.noDirectory);
    const uint16 = (field: number) => view.getUint16(offset + field, true);
    const uint32 = (field: number) => view.getUint32(offset + field, true);
    const nameBytes = uint16(central.nameBytes);
    const nameEnd = nameBegin + nameBytes;
    const next = nameEnd + uint16(central.extraBytes) + uint16(central.commentBytes);
    if (next > bytes.length) damaged((words) => words.noDirectory);
    const name =
      textOf(bytes.subarray(nameBegin, nameEnd)) ?? damaged((words) => words.noDirectory);
    const method = uint16(central.method);
    const flags = uint16(central.flags);
    if ((flags & ~kKnownFlags) !== 0 || (method !== 0 && method !== 8))
      damaged((words) => words.packing(shortForm(name)));
    const crc = uint32(central.crc);
    const packedSize = uint32(central.packedSize);
    const size = uint32(central.size);
    const local = uint32(central.local);
    const directory = { name, nameBytes, flags, method, crc, packedSize, size };
    const data = await dataOf(source, directory, local, begin);
    if (data + packedSize > begin || (method === 0 && packedSize !== size))
      damaged((words) => words.entry(shortForm(name)));
    places.push({ begin: local, end: data + packedSize, flags });
    const packed = (from: number, to: number) => source.read(data + from, data + to);
    entries.push({ name, size, packedSize, deflated: method === 8, crc, packed });
    offset = next;
  }
  if (offset !== bytes.length) damaged((words) => words.noDirectory);
  checkPlaces(places, begin);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > kMaxBytes) refuse((words) => words.expands(...limitAndSize(kMaxBytes, total)));
  checkDistinct(entries.map(({ name }) => name));
  return entries;
}

/** The directory must end with the file, without a comment. */
async function directoryOf(source: Source): Promise<{ begin: number; end: number; count: number }> {
  const end = source.size - kEndBytes;
  const view = viewOf(await source.read(Math.max(end, 0), source.size));
  if (view.byteLength !== kEndBytes || view.getUint32(0, true) !== kEnd)
    return damaged((words) => words.noDirectory);
  const count = view.getUint16(ending.entries, true);
  const isSinglePart =
    view.getUint32(ending.part, true) === 0 && view.getUint16(ending.entriesInPart, true) === count;
  const begin = view.getUint32(ending.directory, true);
  if (count > kMaxTensors) refuse((words) => words.tooManyTensors(kMaxTensors, count));
  if (!isSinglePart || begin + view.getUint32(ending.directoryBytes, true) !== end)
    damaged((words) => words.noDirectory);
  return { begin, end, count };
}

interface Place {
  readonly begin: number;
  readonly end: number;
  readonly flags: number;
}

/** The entries must be contiguous from the file's first byte to the directory. */
function checkPlaces(places: Place[], directory: number): void {
  places.sort((a, b) => a.begin - b.begin);
  let reached = 0;
  let flags = 0;
  for (const place of [...places, { begin: directory, end: directory, flags: 0 }]) {
    const between = place.begin - reached;
    if (between < 0) damaged((words) => words.overlap);
    const isDescriptor = (flags & kHasDescriptor) !== 0 && kDescriptorSizes.includes(between);
    if (between > 0 && !isDescriptor) damaged((words) => words.gap);
    reached = place.end;
    flags = place.flags;
  }
}

/** An entry in the directory. */
interface DirectoryEntry {
  readonly name: string;
  readonly nameBytes: number;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

/** The offset of an entry's data. Its local header must repeat its directory entry. */
async function dataOf(
  source: Source,
  { name, nameBytes, flags, method, crc, packedSize, size }: DirectoryEntry,
  local: number,
  directory: number,
): Promise<number> {
  const headerBytes = header.name + nameBytes;
  const bytes = await source.read(local, Math.min(local + headerBytes, directory));
  if (bytes.length !== headerBytes) damaged((words) => words.entry(shortForm(name)));
  const view = viewOf(bytes);
  const uint16 = (field: number) => view.getUint16(field, true);
  const uint32 = (field: number) => view.getUint32(field, true);
  const sums = [uint32(header.crc), uint32(header.packedSize), uint32(header.size)];
  const follow = (flags & kHasDescriptor) !== 0 && sums.every((sum) => sum === 0);
  const inZip64 = sums[0] === crc && sums[1] === kInZip64 && sums[2] === kInZip64;
  const same = sums[0] === crc && sums[1] === packedSize && sums[2] === size;
  const matches =
    uint32(0) === kLocal &&
    uint16(header.flags) === flags &&
    uint16(header.method) === method &&
    uint16(header.nameBytes) === nameBytes &&
    textOf(bytes.subarray(header.name)) === name;
  if (!matches || !(same || follow || inZip64)) damaged((words) => words.entry(shortForm(name)));
  return local + headerBytes + uint16(header.extraBytes);
}

/** The entry's first bytes: at least `minBytes`, or all if there are fewer. Not checked yet. */
export function beginningOf(entry: ZipEntry, minBytes: number): Promise<Uint8Array> {
  return expand(entry, Math.min(minBytes, entry.size), 2 ** 14);
}

/** All bytes of the entry, checked against its checksum. */
export async function decompress(entry: ZipEntry): Promise<Uint8Array> {
  const bytes = await expand(entry, Infinity, 2 ** 20);
  if (crc32(bytes) !== entry.crc)
    return refuse((words) => words.archive(words.sum(shortForm(entry.name))));
  return bytes;
}

/** Reads `step` bytes of the archive at a time, until `minBytes` are expanded. */
async function expand(entry: ZipEntry, minBytes: number, step: number): Promise<Uint8Array> {
  const { name, size, packedSize } = entry;
  if (!entry.deflated) return entry.packed(0, Math.min(minBytes, size));
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > size) refuse((words) => words.bytes(visible(name), size, length));
    parts.push(part);
  });
  try {
    for (let from = 0; from < packedSize && length < minBytes; from += step) {
      const packed = await entry.packed(from, Math.min(from + step, packedSize));
      for (let offset = 0; offset < packed.length && length < minBytes; offset += kPiece)
        inflate.push(
          packed.subarray(offset, offset + kPiece),
          from + offset + kPiece >= packedSize,
        );
    }
  } catch (error) {
    // Errors of fflate have a code.
    if (!(error instanceof Error && 'code' in error)) throw error;
    refuse((words) => words.archive(words.entry(shortForm(name))));
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

let table: Uint32Array | null = null;

// fflate has such a function but does not export it, and browsers offer none.
function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    return byte;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
