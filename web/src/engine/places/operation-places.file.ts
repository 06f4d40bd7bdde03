/** The offline file contains the module and its worker, inside this script. */
import wasmInBase64 from '#wasm/attention.wasm?gzip';
import { createEngineHost } from '../host/engine-host';
import type { HostPlaces } from '../transport/transport';
import workerScript from '../host/worker.ts?script';

let workerUrl: string | undefined;

export const places: HostPlaces = {
  wasm: () => uncompressed(wasmInBase64),
  worker: () => {
    workerUrl ??= URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
    return new Worker(workerUrl);
  },
  thisThread: async () => createEngineHost,
};
export const labPlaces = places;

async function uncompressed(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
