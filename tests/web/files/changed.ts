/** Returns a changed copy of some bytes. */
export function changed(
  bytes: Uint8Array,
  change: (view: DataView, bytes: Uint8Array) => void,
): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy);
  return copy;
}
