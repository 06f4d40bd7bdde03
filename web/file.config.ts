/**
 * Builds dist/attention-lab.html: the playground page as a single offline file. It fetches nothing, so it
 * works from a disk, in a sandboxed frame, and as the inline document of a frame. With `--mode minilm` it builds
 * dist/attention-lab-minilm.html: the page of language models, with MiniLM in it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';
import { cssTarget } from './build/css-target.ts';
import { makeMathFont } from './build/math-font.ts';
import { modelParts } from './build/model-parts.ts';
import { pageBar } from './build/page-bar.ts';
import { texToMathml } from './build/tex-to-mathml.ts';
import { makeTextFont } from './build/text-face.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wasm = at('../build/wasm/wasm');

/** Classic scripts do not support `import.meta`. */
const transform = { define: { 'import.meta': '({})' } };

/** Marks the page as scripted before the first paint. */
const firstScript = `document.documentElement.className='scripted';${readFileSync(at('public/theme.js'), 'utf8')}`;
const ownStyles = `.scripted .unscripted,html:not(.scripted) :is(attention-playground,attention-model,.choices){display:none}
.unscripted{margin-block:1rem;padding:.5rem 1rem;border-inline-start:3px solid light-dark(#b23a1e,#f2876a)}`;
const unscripted = `<p class="unscripted">
        This page needs JavaScript, and the script in this file is blocked. If the file is in a
        sandboxed frame, add <code>sandbox="allow-scripts"</code>. A content security policy must
        allow inline scripts (<code>script-src</code>) and WebAssembly
        (<code>'wasm-unsafe-eval'</code>). Saved and opened directly, the file works without a
        network.
      </p>`;

/** The contents of one offline file. */
interface FileContent {
  readonly name: string;
  readonly page: 'playground' | 'model';
  /** Its only module, which the sources import as attention.wasm. */
  readonly module: string;
  /** Catalogues of words that the file leaves out, in every language: those of elements that it does not have. */
  readonly otherPages: RegExp;
  /** Elements with data, before and after the script. */
  readonly data: readonly [string, string];
}

const contents = {
  playground: (): FileContent => ({
    name: 'attention-lab.html',
    page: 'playground',
    module: 'lab.wasm',
    otherPages:
      /^\.\/(guess|language-model|other-model|recipe|report|story|trained|training|views|checkpoint-refusals|vector-refusals)$/,
    data: ['', ''],
  }),
  minilm: (): FileContent => ({
    name: 'attention-lab-minilm.html',
    page: 'model',
    module: 'language.wasm',
    otherPages: /^\.\/(guess|other-model|recipe|report|trained)$/,
    data: modelParts(at('public/models/minilm')),
  }),
};

const translation = /\/src\/words\/(?!en\/)[a-z]+\/[a-z-]+\.ts$/;

/**
 * Replaces modules that have a `.file.ts` version by that, leaves out the words of other pages, and resolves `?gzip` and
 * `?script` imports.
 */
function fileModules({ module, otherPages }: FileContent): Plugin {
  return {
    name: 'file-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      const own = importer && /^\.\.?\//.test(id) && resolve(dirname(importer), `${id}.file.ts`);
      if (own && existsSync(own)) return own;
      if (translation.test(importer ?? '') && otherPages.test(id)) return `\0${id}?none`;
      if (id.endsWith('?gzip')) return `\0${id}`;
      if (id.endsWith('?script')) return `\0${at('src/engine/places')}/${id}`;
      return null;
    },
    async load(id) {
      const [, path, format] = id.match(/^\0(.*)\?(gzip|script|none)$/) ?? [];
      if (!path) return null;
      if (format === 'none') {
        const [, page = ''] = path.match(otherPages)!;
        return `export const ${page.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())} = [];`;
      }
      const text =
        format === 'gzip'
          ? gzipSync(readFileSync(path.replace('#wasm/attention.wasm', `${wasm}/${module}`)), {
              level: 9,
            }).toString('base64')
          : await classicScript(path);
      return `export default ${JSON.stringify(text)}`;
    },
  };
}

async function classicScript(input: string): Promise<string> {
  const bundle = await rolldown({ input, plugins: [wasmGlue()], transform });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return output[0].code;
}

/** Replaces the glue's URL of the .wasm file: it is relative to the script, which has no URL in the offline file. */
function wasmGlue() {
  const wasmUrl = /new URL\((['"])attention\.wasm\1,\s*import\.meta\.url\)/;
  return {
    name: 'wasm-glue',
    resolveId: (id: string) => (id.startsWith('#wasm/') ? id.replace('#wasm', wasm) : null),
    transform: (code: string, id: string) =>
      id.startsWith(wasm) ? code.replace(wasmUrl, `new URL('wasm:attention')`) : null,
  };
}

/** Combines page, styles and script in one HTML file. */
function onePage(content: FileContent): Plugin {
  const entry = '\0one-page';
  return {
    name: 'one-page',
    resolveId: (id) => (id === 'one-page' ? entry : null),
    load: (id) =>
      id === entry
        ? `import '/src/pages/base/page.css'; import '/src/pages/base/face.css'; import '/src/pages/base/page-bar.ts'; import '/src/pages/${content.page}.ts';`
        : null,
    enforce: 'post',
    generateBundle(_, bundle) {
      let script = '';
      let styles = ownStyles;
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code;
        else if (name.endsWith('.css')) styles += part.source;
        else throw new Error(`expected only scripts and styles in the bundle, got ${name}`);
        delete bundle[name];
      }
      const page = readFileSync(at(`${content.page}.html`), 'utf8');
      const html = pageOf(page, styles, script, content.data);
      this.emitFile({ type: 'asset', fileName: content.name, source: html });
    },
  };
}

function pageOf(page: string, styles: string, code: string, data: FileContent['data']): string {
  // Escape sequences that would end the script or start an HTML comment.
  const script = code.trim().replace(/<(?=\/script|!--)/gi, '\\x3C');
  const icon = readFileSync(at('public/icon.svg'), 'base64');
  const head = `<meta http-equiv="Content-Security-Policy" content="${policyOf(styles, script)}" />
    <meta name="attention-state" content="" />
    <style>${styles}</style>
    <script>${firstScript}</script>
    <link rel="icon" href="data:image/svg+xml;base64,${icon}" />
  `;
  const html = texToMathml(pageBar(page, null))
    .replace(/<!-- of the site -->.*?<!-- end -->/gs, '')
    .replace(/<noscript>.*?<\/noscript>/s, () => unscripted)
    .replace(/\s*<(link|script)\b[^>]*(href|src)="\.{1,2}\/[^>]*>(<\/script>)?/g, '')
    .replace(/\s*<\/head>/, () => `\n    ${head}</head>`)
    .replace('</body>', () => `${data[0]}<script>${script}</script>${data[1]}\n  </body>`);
  const reference = html.replace(script, '').match(/(?:href|src)="(?!data:)[^"]*"/);
  if (reference) throw new Error(`expected a self-contained file, got a reference ${reference[0]}`);
  return html;
}

function policyOf(styles: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(firstScript)} ${hash(script)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hash(styles)}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

await Promise.all([makeMathFont(), makeTextFont()]);

export default defineConfig(({ mode }) => {
  const content = contents[mode === 'minilm' ? 'minilm' : 'playground']();
  return {
    root: at('.'),
    publicDir: false,
    plugins: [fileModules(content), wasmGlue(), onePage(content)],
    build: {
      outDir: at('../dist'),
      emptyOutDir: false,
      target: 'es2022',
      cssTarget,
      assetsInlineLimit: () => true,
      cssCodeSplit: false,
      chunkSizeWarningLimit: Infinity,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'one-page',
        treeshake: { propertyReadSideEffects: false },
        output: { format: 'iife' },
        transform,
      },
    },
  };
});
