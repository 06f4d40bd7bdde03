import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { chunkName } from './chunk-names.ts';
import { contentSecurityPolicy } from './csp.ts';
import { cssTarget } from './css-target.ts';
import { makeMathFont } from './math-font.ts';
import { offlineFile } from './offline-file.ts';
import { pageBars } from './page-bar.ts';
import { siteFiles } from './site-files.ts';
import { texToMathml } from './tex-to-mathml.ts';
import { textFace } from './text-face.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Adds the policy to each page as <meta>, for static hosts that send no headers. */
function policyInPage(): Plugin {
  return {
    name: 'policy-in-page',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  };
}

await makeMathFont();

export default defineConfig({
  root: at('.'),
  base: './',
  resolve: { alias: { '#wasm': at('../build/wasm/wasm') } },
  plugins: [
    pageBars(),
    textFace(),
    { name: 'tex-to-mathml', transformIndexHtml: texToMathml },
    policyInPage(),
    offlineFile(),
    siteFiles(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: at('../dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget,
    assetsInlineLimit: 0,
    // Preload from pages only: the engine also runs in workers, which have no document.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: {
        index: at('index.html'),
        playground: at('playground.html'),
        proof: at('proof.html'),
        speed: at('speed.html'),
        training: at('training.html'),
        model: at('model.html'),
        embed: at('embed.html'),
        course: at('course.html'),
        'course-de': at('course-de.html'),
        'course-zh': at('course-zh.html'),
        engine: at('src/pages/exports/engine.ts'),
        elements: at('src/pages/exports/elements.ts'),
        'training-elements': at('src/pages/exports/training-elements.ts'),
        'trained-elements': at('src/pages/exports/trained-elements.ts'),
        'model-elements': at('src/pages/exports/model-elements.ts'),
      },
      // Property reads have no side effects, so unused Chart.js scales can be removed.
      treeshake: { propertyReadSideEffects: false },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Few large chunks, because they compress better than many small ones: one for code shared between pages, one for
        // the rest of the playground. `client` (the engine with its messages), `files` and `stages` are separate, because
        // they also run in Node, which has no elements.
        codeSplitting: {
          groups: [
            {
              name: 'view',
              priority: 2,
              test: /elements\/base\/(define|kept-if-equal|link-button\.styles|themed?|segments|painted-view)\.ts|draw\/format|training\/placed-tokens|node_modules\/(lit|@lit\/reactive)|oxc-project/,
            },
            {
              name: 'chart',
              priority: 1,
              test: /elements\/base\/chart\.ts/,
            },
            {
              name: 'picture',
              priority: 1,
              test: /src\/(link-settings|tensor)\.ts|elements\/save\/(attention-save|provenance)\.ts|elements\/views\/attention-table\.ts|draw\/(matrix\/raster|scene\/to-canvas)\.ts/,
            },
            // arcs: the views of an example, which are also used alone. models: shared by all three pages with whole models.
            // example: shared by the first page and the training page.
            {
              name: 'arcs',
              priority: 1,
              test: /elements\/base\/described\.ts|elements\/(arcs\/attention-arcs|example\/(arc-heads|attention-answer|untrained-badge))\.ts|elements\/trained\/session\/(example-result|shown-model)\.ts|src\/digit-image\.ts|model\/stages\/(index-of-largest|story-row)\.ts|training\/changes\.ts/,
            },
            {
              name: 'stages',
              priority: 3,
              test: /files\/decimal\.ts|model\/(edits\/(edits|parameter-edits)|stages\/(attentions|stages))\.ts|training\/interventions\.ts/,
            },
            { name: 'models', test: /engine\/client\/(token-model|trainer)\.ts/ },
            {
              name: 'example',
              test: /elements\/base\/in-language\.ts|elements\/(digits\/digit-images|example\/(example-row|own-field)|head-maps\/head-map-list|training\/(attention-training\.styles|play-button|training-engine))\.ts|elements\/trained\/changes\/(example-names|switch-attention)\.ts|model\/trained\/(model-state|shipped-models)\.ts|training\/(carried|curves|drawing)\.ts|words\/add-train(ed|ing)\.ts/,
            },
            { name: 'trained', priority: 2, test: /files\/(read-safetensors|trained-model)\.ts/ },
            {
              name: 'page',
              priority: 2,
              test: /src\/pages\/base\/(keep-site|link-notice|page-language|presenter|write-hash)\.ts/,
            },
            { name: 'files', priority: 2, test: /files\/tensor-files\.ts/ },
            { name: 'lab', test: /elements\/playground\/attention-playground\.ts/ },
            {
              name: 'client',
              priority: 4,
              test: /preload-helper|words\/(en\/base|forms\/(count|divisors|phrase)|languages|refusal|words)\.ts|src\/(description|excerpt)\.ts|src\/engine\/(client\/(engine|handle|inspection|lab-engine|prepared-model|requests|snapshot)|checks\/(check-call|refusal)|(places|transport)\/[a-z-]+)\.ts|(attention(\.relaxed)?|lab)\.wasm/,
            },
          ],
        },
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        // Stable names for files that users import directly: `import { createEngine } from './dist/engine.js'`.
        entryFileNames: ({ name }) =>
          [
            'index',
            'playground',
            'proof',
            'speed',
            'training',
            'model',
            'embed',
            'course',
            'course-de',
            'course-zh',
          ].includes(name)
            ? 'assets/[name]-[hash].js'
            : '[name].js',
      },
    },
  },
  server: { host: '127.0.0.1', fs: { allow: [at('..')] } },
  preview: { host: '127.0.0.1' },
});
