/**
 * Builds the npm package's scripts: modules that work without a bundler, in one folder with everything
 * they import. Files addressed by `new URL(.., import.meta.url)` keep their names, so that a user's
 * bundler finds them.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, RolldownOptions } from 'rolldown';
import { chunkName } from './build/chunk-names.ts';
import { digitsFile, kSiteDigits } from './build/digits.mjs';
import { elementFiles, indexedElements, packagedElements } from './build/packaged-elements.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../dist/package');
const wasm = at('../build/wasm/wasm');

const className = (name: string) =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Entry points: each element alone, and all of them, each with the engine. */
function entryModules(): Plugin {
  const from = (path: string) => JSON.stringify(at(`src/${path}.ts`));
  const classOf = (name: string) =>
    `export { ${className(name)} } from ${from(`elements/${elementFiles[name]}`)};\n`;
  return {
    name: 'entry-modules',
    resolveId: (id) => (id.startsWith('entry:') ? `\0${id}` : null),
    load(id) {
      const name = id.match(/^\0entry:(.*)/)?.[1];
      if (name === undefined) return null;
      const provided = (what: string) => `import ${from(`pages/exports/provided-${what}`)};\n`;
      if (name === 'index')
        return `${provided('training')}export * from ${from('pages/exports/elements')};\n${indexedElements.map(classOf).join('')}`;
      const engine = /^attention-train(ing|ed)/.test(name)
        ? 'training'
        : indexedElements.includes(name)
          ? 'engine'
          : 'language';
      return `${provided(engine)}${classOf(name)}`;
    },
  };
}

/** Replaces each `*-places.ts` by `*-places.package.ts`. */
function packagePlaces(): Plugin {
  return {
    name: 'package-places',
    resolveId(id, importer) {
      if (!importer || !/-places$/.test(id)) return null;
      return this.resolve(`${id}.package`, importer, { skipSelf: true });
    },
  };
}

/** Resolves #wasm/ to the build, before tsconfig.json's `paths`, which contain only types. */
function wasmModules(): Plugin {
  return {
    name: 'wasm-modules',
    resolveId: (id) => (id.startsWith('#wasm/') ? `${wasm}/${id.slice(6)}` : null),
  };
}

/** Files that the scripts load from beside them. */
function loadedFiles(): Plugin {
  return {
    name: 'loaded-files',
    writeBundle() {
      mkdirSync(folder, { recursive: true });
      for (const name of ['attention', 'attention.relaxed', 'lab', 'training', 'language'])
        if (existsSync(`${wasm}/${name}.wasm`))
          copyFileSync(`${wasm}/${name}.wasm`, `${folder}/${name}.wasm`);
      writeFileSync(`${folder}/digit_images.npz`, digitsFile(kSiteDigits));
    },
  };
}

const options = {
  platform: 'browser',
  transform: {
    target: 'es2022',
    define: { hasRelaxedWasm: `${existsSync(`${wasm}/attention.relaxed.wasm`)}` },
  },
} satisfies RolldownOptions;

const output = { dir: folder, format: 'es', minify: true } as const;

const worker = (name: string, source: string): RolldownOptions => ({
  ...options,
  input: { [name]: at(`src/engine/host/${source}.ts`) },
  plugins: [wasmModules()],
  output: { ...output, codeSplitting: false },
});

export default [
  {
    ...options,
    input: {
      index: 'entry:index',
      engine: at('src/pages/exports/engine.ts'),
      ...Object.fromEntries(packagedElements.map((name) => [name, `entry:${name}`])),
    },
    plugins: [entryModules(), packagePlaces(), wasmModules(), loadedFiles()],
    preserveEntrySignatures: 'strict',
    output: {
      ...output,
      cleanDir: true,
      entryFileNames: '[name].js',
      chunkFileNames: (chunk) => `part-${chunkName(chunk)}.js`,
    },
  },
  worker('worker', 'worker'),
] satisfies RolldownOptions[];
