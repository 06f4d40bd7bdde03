/**
 * Where the npm package has the module that trains, and the images of digits: beside this script, in a form that
 * bundlers resolve.
 */
export const trainingWasmUrl: string = new URL('./training.wasm', import.meta.url).href;
export const digitImagesUrl: string = new URL('./digit_images.npz', import.meta.url).href;
