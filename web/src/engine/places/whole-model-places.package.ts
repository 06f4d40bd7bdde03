/**
 * The URLs of the modules with whole models in the npm package: beside this script, in a form that bundlers resolve.
 */
export const trainingWasmUrl: string = new URL('./training.wasm', import.meta.url).href;
export const languageWasmUrl: string = new URL('./language.wasm', import.meta.url).href;
