/** The functions of a WebAssembly module, by their index. */

const kCode = 10;
const kFunctionNames = 1;

/** Each body's bytes, without its length. */
export function bodiesOf(wasm: Uint8Array<ArrayBuffer>): Map<number, Uint8Array> {
  const bodies = new Map<number, Uint8Array>();
  const at = new WasmReader(codeOf(wasm));
  const first = importedFunctions(wasm);
  const count = at.unsigned();
  for (let i = 0; i < count; i++) {
    bodies.set(first + i, at.take(at.unsigned()));
  }
  return bodies;
}

/** The functions' names, by index, of a module that was linked with them. */
export function namesOf(wasm: Uint8Array<ArrayBuffer>): Map<number, string> {
  const names = new Map<number, string>();
  const [custom] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), 'name');
  const at = new WasmReader(new Uint8Array(custom ?? new ArrayBuffer(0)));
  while (!at.done) {
    const kind = at.unsigned();
    const part = new WasmReader(at.take(at.unsigned()));
    if (kind !== kFunctionNames) continue;
    for (let left = part.unsigned(); left > 0; left--) {
      const index = part.unsigned();
      names.set(index, new TextDecoder().decode(part.take(part.unsigned())));
    }
  }
  return names;
}

const importedFunctions = (wasm: Uint8Array<ArrayBuffer>) =>
  WebAssembly.Module.imports(new WebAssembly.Module(wasm)).filter(({ kind }) => kind === 'function')
    .length;

function codeOf(wasm: Uint8Array): Uint8Array {
  const at = new WasmReader(wasm);
  at.take(8);
  while (!at.done) {
    const kind = at.unsigned();
    const content = at.take(at.unsigned());
    if (kind === kCode) return content;
  }
  throw new Error('expected a module with code, got one without');
}

/** Goes through a WebAssembly binary: https://webassembly.github.io/spec/core/binary */
class WasmReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.#at >= this.bytes.length;
  }

  /** LEB128. */
  unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.#at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  take(length: number): Uint8Array {
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }
}
