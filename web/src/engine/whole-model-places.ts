/**
 * Where the site has the modules with whole models, and the images of digits. The package replaces this file by
 * `whole-model-places.package.ts`.
 */
import imagesUrl from '#models/digit_images.npz?url';
import languageUrl from '#wasm/language.wasm?url';
import trainingUrl from '#wasm/training.wasm?url';

export const trainingWasmUrl: string = trainingUrl;
export const languageWasmUrl: string = languageUrl;
export const digitImagesUrl: string = imagesUrl;
