/** A module whose memory cannot grow beyond a limit, as on a device without more memory. */

const kMemorySection = 5;
const kPage = 65_536;

/** The module with at most `bytes` of memory. Expects one memory, whose limit is written in three bytes. */
export function limitedMemory(binary: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const limited = new Uint8Array(binary);
  let at = 8; // after the magic number and the version
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = limited[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < limited.length) {
    const section = limited[at++]!;
    const length = number();
    const end = at + length;
    if (section === kMemorySection) {
      const [count, hasLimit] = [number(), number()];
      number(); // skips the initial size
      if (count !== 1 || hasLimit !== 1 || end - at !== 3)
        throw new Error('expected one memory with a limit of three bytes');
      const pages = Math.floor(bytes / kPage);
      // LEB128, padded to the same three bytes.
      limited.set([(pages & 0x7f) | 0x80, ((pages >> 7) & 0x7f) | 0x80, pages >> 14], at);
      return limited;
    }
    at = end;
  }
  throw new Error('expected a memory section');
}
