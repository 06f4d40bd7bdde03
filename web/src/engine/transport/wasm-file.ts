/** Fetches the bytes of a wasm module, with an error message for everything that can go wrong. */
import { refusal } from '../checks/refusal';

/** For Node, whose fetch cannot read files. Not imported, because bundlers would try to resolve the import. */
declare const process:
  | undefined
  | {
      getBuiltinModule(name: 'node:fs/promises'): {
        readFile(url: URL, options: { signal?: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>;
      };
    };

/** Without `new URL(.., import.meta.url)`, which bundlers would treat as a file to copy. */
export function besideScript(file: string, script: string): string {
  return new URL(file, script).href;
}

export async function fetchWasm(url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const options = signal ? { signal } : {};
  if (url.startsWith('file:') && typeof process === 'object') {
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return (await readFile(new URL(url), options)).buffer;
  }
  const answer = await fetch(url, options).catch((error: Error) => {
    throw refusal('expected the engine at {}, got no answer ({})', [url, error.message]);
  });
  if (!answer.ok)
    throw refusal('expected the engine at {}, got HTTP {}', [url, `${answer.status}`]);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength < 8 || new DataView(bytes).getUint32(0) !== 0x0061736d) {
    const type = answer.headers.get('content-type') ?? 'no content type';
    throw refusal('expected WebAssembly at {}, got something else ({})', [url, type]);
  }
  return bytes;
}

/** The smallest valid module. */
const emptyModule = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

export function expectUsable(wasmBinary: ArrayBuffer): void {
  if (!WebAssembly.validate(wasmBinary))
    throw refusal(
      'expected WebAssembly with SIMD and exceptions, got {} bytes that are broken or that this browser is too old for',
      [`${wasmBinary.byteLength}`],
    );
  try {
    new WebAssembly.Module(emptyModule);
  } catch {
    throw refusal(
      "the page's policy (script-src) refuses WebAssembly: it needs 'wasm-unsafe-eval'",
    );
  }
}
