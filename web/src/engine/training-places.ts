/** Where the site has the module that trains. The package replaces this file by `training-places.package.ts`. */
import wasmUrl from '#wasm/training.wasm?url';

export const trainingWasmUrl: string = wasmUrl;
