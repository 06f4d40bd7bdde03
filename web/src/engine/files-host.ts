/** The host of the module that reads and writes files, which has no state. */
import createFilesModule from '#wasm/files.mjs';
import { hostOf } from './host';

export const createFilesHost = hostOf((wasmBinary) => createFilesModule({ wasm: wasmBinary }));
