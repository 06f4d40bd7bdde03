/** The host of the family's module, which has no state. */
import createFamilyModule from '#wasm/family.mjs';
import { hostOf } from './host';

export const createFamilyHost = hostOf((wasmBinary) => createFamilyModule({ wasm: wasmBinary }));
