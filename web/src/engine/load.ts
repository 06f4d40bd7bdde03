/** From an address to the bytes of a wasm module, with words for whatever can go wrong. */

/** Node, whose fetch reads no files. Not by an import, which bundlers would try to follow. */
declare const process:
  | undefined
  | {
      getBuiltinModule(name: 'node:fs/promises'): {
        readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
      };
    };

export async function fetchWasm(url: string): Promise<ArrayBuffer> {
  if (url.startsWith('file:') && typeof process === 'object') {
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return (await readFile(new URL(url))).buffer;
  }
  const answer = await fetch(url).catch((error: Error) => {
    throw new Error(`expected the engine at ${url}, got no answer (${error.message})`);
  });
  if (!answer.ok) throw new Error(`expected the engine at ${url}, got HTTP ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (new DataView(bytes).byteLength < 8 || new DataView(bytes).getUint32(0) !== 0x0061736d) {
    const type = answer.headers.get('content-type') ?? 'no content type';
    throw new Error(`expected WebAssembly at ${url}, got something else (${type})`);
  }
  return bytes;
}

/** The smallest module that there is. */
const emptyModule = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

export function expectUsable(wasmBinary: ArrayBuffer): void {
  if (!WebAssembly.validate(wasmBinary))
    throw new Error(
      `expected WebAssembly with SIMD and exceptions, got ${wasmBinary.byteLength} bytes that are broken or that this browser is too old for`,
    );
  try {
    new WebAssembly.Module(emptyModule);
  } catch {
    throw new Error(
      "the page's policy (script-src) refuses WebAssembly: it needs 'wasm-unsafe-eval'",
    );
  }
}
