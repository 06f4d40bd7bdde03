/** Where the offline file has the module and its worker: inside this script. */
import wasmBase64 from '#wasm/attention.wasm?base64';
import { createEngineHost } from './engine-host';
import type { HostPlaces } from './transport';
import workerScript from './worker.ts?script';

let workerUrl: string | undefined;

export const places: HostPlaces = {
  wasm: async () => Uint8Array.from(atob(wasmBase64), (byte) => byte.charCodeAt(0)).buffer,
  worker: () => {
    workerUrl ??= URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
    return new Worker(workerUrl);
  },
  thisThread: async () => createEngineHost,
};
