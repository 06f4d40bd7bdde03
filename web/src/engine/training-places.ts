/**
 * Where the site has the module that trains, and the images of digits. The package replaces this file by
 * `training-places.package.ts`.
 */
import imagesUrl from '#models/digit_images.npz?url';
import wasmUrl from '#wasm/training.wasm?url';

export const trainingWasmUrl: string = wasmUrl;
export const digitImagesUrl: string = imagesUrl;
