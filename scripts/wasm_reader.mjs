/** Goes through a WebAssembly binary: https://webassembly.github.io/spec/core/binary */
export class WasmReader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128. */
  unsigned() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skipNumber() {
    while (this.byte() >= 128);
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
