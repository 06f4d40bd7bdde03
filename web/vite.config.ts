import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { chunkName } from './build/chunk-names.ts';
import { contentSecurityPolicy } from './build/csp.ts';
import { cssTarget } from './build/css-target.ts';
import { engineWithoutElements } from './build/engine-without-elements.ts';
import { makeMathFont } from './build/math-font.ts';
import { offlineFile } from './build/offline-file.ts';
import { barPages, pageBars } from './build/page-bar.ts';
import { siteFiles } from './build/site-files.ts';
import { texToMathml } from './build/tex-to-mathml.ts';
import { textFace } from './build/text-face.ts';

const pages = [...barPages.map(([name]) => name as string), 'embed', 'course-de', 'course-zh'];

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

/** Sends files as they are: on the same machine compressing each answer takes longer than sending it. */
function uncompressedPreview(): Plugin {
  return {
    name: 'uncompressed-preview',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        delete request.headers['accept-encoding'];
        next();
      });
    },
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
    engineWithoutElements(),
    uncompressedPreview(),
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
        ...Object.fromEntries(pages.map((name) => [name, at(`${name}.html`)])),
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
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        // Stable names for files that users import directly: `import { createEngine } from './dist/engine.js'`.
        entryFileNames: ({ name }) =>
          pages.includes(name) ? 'assets/[name]-[hash].js' : '[name].js',
      },
    },
  },
  server: { host: '127.0.0.1', fs: { allow: [at('..')] } },
  preview: { host: '127.0.0.1' },
});
