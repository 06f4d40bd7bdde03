/** Writes an NPY file of strings as NumPy does: 4 bytes per character, padded with zeros. */
export function npyOfTexts(texts: readonly string[]): Uint8Array {
  const length = Math.max(...texts.map((text) => text.length));
  const codes = new Uint32Array(texts.length * length);
  texts.forEach((text, i) =>
    Array.from(text).forEach((letter, j) => (codes[i * length + j] = letter.codePointAt(0)!)),
  );
  const header = `{'descr': '<U${length}', 'fortran_order': False, 'shape': (${texts.length},), }`;
  const padded = header.padEnd(117) + '\n';
  const start = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0];
  return Buffer.concat([Buffer.from([...start]), Buffer.from(padded), Buffer.from(codes.buffer)]);
}
