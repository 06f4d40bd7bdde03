/**
 * A zip archive (PKWARE's APPNOTE 6.3) as far as .npz files need it: stored or deflated entries that
 * lie one after the other up to the directory, without overlap. No sizes are believed: an entry that
 * expands beyond what it says is given up as soon as it does.
 */
import { Inflate } from 'fflate';
import { kMaxBytes, kMaxTensors } from './limits';
import { checkNames, said } from './shape';
import { megabytes, refuse, type Say } from './source';

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly deflated: boolean;
  readonly crc: number;
  readonly packed: Uint8Array;
}

const kLocal = 0x04034b50;
const kCentral = 0x02014b50;
const kEnd = 0x06054b50;
/** Pieces that are expanded at a time: deflate makes at most 1032 times as much of them. */
const kPiece = 4096;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (what: Say): never => refuse((words) => words.archive(what(words)));
  const end = endOf(view) ?? damaged((words) => words.noDirectory);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  if (count > kMaxTensors) refuse((words) => words.tooManyTensors(kMaxTensors, count));
  if (directory + view.getUint32(end + 12, true) !== end) damaged((words) => words.noDirectory);
  const entries: ZipEntry[] = [];
  const places: { begin: number; end: number }[] = [];
  let at = directory;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== kCentral)
      damaged((words) => words.noDirectory);
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) damaged((words) => words.noDirectory);
    const name = textOf(bytes.subarray(at + 46, nameEnd)) ?? damaged((words) => words.noDirectory);
    const method = view.getUint16(at + 10, true);
    if ((view.getUint16(at + 8, true) & 1) !== 0 || (method !== 0 && method !== 8))
      damaged((words) => words.packing(said(name)));
    const [crc, packedSize, size, local] = [16, 20, 24, 42].map((offset) =>
      view.getUint32(at + offset, true),
    ) as [number, number, number, number];
    if (local + 30 > directory || view.getUint32(local, true) !== kLocal)
      damaged((words) => words.entry(said(name)));
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const localName = bytes.subarray(local + 30, local + 30 + view.getUint16(local + 26, true));
    if (begin + packedSize > directory || textOf(localName) !== name)
      damaged((words) => words.entry(said(name)));
    if (method === 0 && packedSize !== size) damaged((words) => words.entry(said(name)));
    places.push({ begin: local, end: begin + packedSize });
    const packed = bytes.subarray(begin, begin + packedSize);
    entries.push({ name, size, deflated: method === 8, crc, packed });
    at = next;
  }
  if (at !== end) damaged((words) => words.noDirectory);
  places.sort((a, b) => a.begin - b.begin);
  if (places.some((place, i) => i > 0 && place.begin < places[i - 1]!.end))
    damaged((words) => words.overlap);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > kMaxBytes) refuse((words) => words.expands(...megabytes(kMaxBytes, total)));
  checkNames(entries.map(({ name }) => name));
  return entries;
}

/** The entry's first bytes, at least `least` of them if it has so many. Nothing is checked yet. */
export function beginningOf(entry: ZipEntry, least: number): Uint8Array {
  return expand(entry, Math.min(least, entry.size));
}

/** The whole entry. */
export function expanded(entry: ZipEntry): Uint8Array {
  const bytes = expand(entry, Infinity);
  if (crc32(bytes) !== entry.crc)
    return refuse((words) => words.archive(words.sum(said(entry.name))));
  return bytes;
}

function expand({ name, size, deflated, packed }: ZipEntry, enough: number) {
  if (!deflated) return packed;
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > size) refuse((words) => words.bytes(name, size, length));
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length && length < enough; at += kPiece)
      inflate.push(packed.subarray(at, at + kPiece), at + kPiece >= packed.length);
  } catch (error) {
    // The decoder's own words have a code.
    if (!(error instanceof Error && 'code' in error)) throw error;
    refuse((words) => words.archive(words.entry(said(name))));
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** At the very end, without a comment: elsewhere is where archives lie. */
function endOf(view: DataView): number | null {
  const at = view.byteLength - 22;
  return at >= 0 && view.getUint32(at, true) === kEnd ? at : null;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

let table: Uint32Array | null = null;

function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    return byte;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
