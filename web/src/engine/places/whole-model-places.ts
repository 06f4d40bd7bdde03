/**
 * The URLs of the modules with whole models on the site. The package replaces this file by
 * `whole-model-places.package.ts`.
 */
import languageUrl from '#wasm/language.wasm?url';
import trainingUrl from '#wasm/training.wasm?url';

export const trainingWasmUrl: string = trainingUrl;
export const languageWasmUrl: string = languageUrl;
