import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { contentSecurityPolicy } from './csp.ts';
import { makeMathFont } from './math-font.ts';
import { offlineFile } from './offline-file.ts';
import { proofFiles } from './proof-files.ts';
import { texToMathml } from './tex-to-mathml.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The policy in the page itself, for static hosts that set no headers. */
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
    { name: 'tex-to-mathml', transformIndexHtml: texToMathml },
    policyInPage(),
    offlineFile(),
    proofFiles(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: at('../dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Pages say what to load ahead; scripts do not, since the engine also runs where no document is.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: {
        index: at('index.html'),
        proof: at('proof.html'),
        speed: at('speed.html'),
        embed: at('embed.html'),
        course: at('course.html'),
        engine: at('src/pages/engine.ts'),
        elements: at('src/pages/elements.ts'),
      },
      // Reading a property does nothing but read it: Chart.js goes without the scales that nobody uses.
      treeshake: { propertyReadSideEffects: false },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // The playground in few files, since many small ones compress worse: what it shares with other
        // pages, and the rest in one. What every engine starts with by itself, since it also runs where
        // no elements are.
        codeSplitting: {
          groups: [
            {
              name: 'view',
              priority: 2,
              test: /elements\/base\/(define|theme|segments)\.ts|draw\/format|node_modules\/@?lit/,
            },
            {
              name: 'chart',
              priority: 1,
              test: /elements\/base\/(chart|painted-view)\.ts/,
            },
            { name: 'lab', test: /elements\/lab\/attention-playground\.ts/ },
            {
              name: 'client',
              priority: 3,
              test: /preload-helper|pages\/engine\.ts|engine\/(?!module|host|shared|[a-z-]*worker)[a-z-]+\.ts|attention(\.relaxed)?\.wasm/,
            },
          ],
        },
        // Lasting names for what is imported by hand: `import { createEngine } from './dist/engine.js'`.
        entryFileNames: ({ name }) =>
          ['index', 'proof', 'speed', 'embed', 'course'].includes(name)
            ? 'assets/[name]-[hash].js'
            : '[name].js',
      },
    },
  },
  server: { host: '127.0.0.1', fs: { allow: [at('..')] } },
  preview: { host: '127.0.0.1' },
});
