/** Where the npm package has the module that trains: beside this script, in a form that bundlers resolve. */
export const trainingWasmUrl: string = new URL('./training.wasm', import.meta.url).href;
