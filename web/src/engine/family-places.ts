/** Where the site has the family's modules and their workers; `family-places.package.ts` in the package. */
import wasmUrl from '#wasm/family.wasm?url';
import filesUrl from '#wasm/files.wasm?url';
import workerUrl from './family-worker.ts?worker&url';
import type { FamilyPlaces } from './relaxed';

// It is there where the compiler was new enough for it (scripts/build_wasm.sh).
const [relaxedUrl] = Object.values(
  import.meta.glob<string>('#wasm/family.relaxed.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

export const familyPlaces: FamilyPlaces = {
  wasmUrl,
  relaxedUrl,
  worker: () => new Worker(workerUrl, { type: 'module' }),
  workerUrl,
  filesUrl,
  filesWorker: () => new Worker(new URL('./files-worker.ts', import.meta.url), { type: 'module' }),
};
