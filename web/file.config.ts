/**
 * The one offline file: dist/attention-lab.html, the playground's page with all that it needs in it.
 * Nothing is fetched, so it works from a disk, in a sandboxed frame, and as the markup of a frame.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';
import { makeMathFont } from './math-font.ts';
import { texToMathml } from './tex-to-mathml.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wasm = at('../build/wasm/wasm');

/** A classic script has no `import.meta`. */
const transform = { define: { 'import.meta': '({})' } };

/** What says that a script runs, before anything is painted. */
const firstScript = `document.documentElement.className='scripted'`;
const ownStyles = `.scripted .unscripted,html:not(.scripted) :is(attention-playground,#language){display:none}
.unscripted{margin-block:1rem;padding:.5rem 1rem;border-inline-start:3px solid light-dark(#b83a06,#ff9c63)}`;
const unscripted = `<p class="unscripted">
        The playground computes in the browser, by a script in this file, and here the script is
        refused. A frame around it needs <code>sandbox="allow-scripts"</code>; a policy around it has
        to let inline scripts run (<code>script-src</code>), and WebAssembly
        (<code>'wasm-unsafe-eval'</code>); JavaScript must not be switched off. Saved, and opened by
        itself, the file works without a network.
      </p>`;

/** `places.file.ts` in the place of `places.ts`, `site.file.ts` of `site.ts`, and what is put into the script. */
function fileModules(): Plugin {
  return {
    name: 'file-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === './places' || id === './site')
        return this.resolve(`${id}.file`, importer, { skipSelf: true });
      if (id.endsWith('?base64')) return `\0${id}`;
      if (id.endsWith('?script')) return `\0${at('src/engine')}/${id}`;
      return null;
    },
    async load(id) {
      const [, path, how] = id.match(/^\0(.*)\?(base64|script)$/) ?? [];
      if (!path) return null;
      const text =
        how === 'base64'
          ? readFileSync(path.replace('#wasm', wasm), 'base64')
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

/** The module's glue has an address for a .wasm beside it, relative to a script that has none here. */
function wasmGlue() {
  const beside = /new URL\((['"])attention\.wasm\1,\s*import\.meta\.url\)/;
  return {
    name: 'wasm-glue',
    resolveId: (id: string) => (id.startsWith('#wasm/') ? id.replace('#wasm', wasm) : null),
    transform: (code: string, id: string) =>
      id.startsWith(wasm) ? code.replace(beside, `new URL('wasm:attention')`) : null,
  };
}

/** The page, its styles and its script in one. */
function onePage(): Plugin {
  const entry = '\0one-page';
  return {
    name: 'one-page',
    resolveId: (id) => (id === 'one-page' ? entry : null),
    load: (id) =>
      id === entry ? `import '/src/pages/page.css'; import '/src/pages/playground.ts';` : null,
    enforce: 'post',
    generateBundle(_, bundle) {
      let script = '';
      let styles = ownStyles;
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code;
        else if (name.endsWith('.css')) styles += part.source;
        else throw new Error(`${name} is not in the one file`);
        delete bundle[name];
      }
      const html = pageOf(readFileSync(at('index.html'), 'utf8'), styles, script);
      this.emitFile({ type: 'asset', fileName: 'attention-lab.html', source: html });
    },
  };
}

function pageOf(page: string, styles: string, code: string): string {
  // Where else a script would end, or seem to be a comment.
  const script = code.trim().replace(/<(?=\/script|!--)/gi, '\\x3C');
  const icon = readFileSync(at('public/icon.svg'), 'base64');
  const head = `<meta http-equiv="Content-Security-Policy" content="${policyOf(styles, script)}" />
    <meta name="attention-state" content="" />
    <style>${styles}</style>
    <script>${firstScript}</script>
    <link rel="icon" href="data:image/svg+xml;base64,${icon}" />
  `;
  const html = texToMathml(page)
    .replace(/<!-- of the site -->.*?<!-- end -->/gs, '')
    .replace(/<noscript>.*?<\/noscript>/s, () => unscripted)
    .replace(/\s*<(link|script)\b[^>]*(href|src)="\.\/[^>]*>(<\/script>)?/g, '')
    .replace(/\s*<\/head>/, () => `\n    ${head}</head>`)
    .replace('</body>', () => `<script>${script}</script>\n  </body>`);
  const left = html.replace(script, '').match(/(?:href|src)="(?!data:)[^"]*"/);
  if (left) throw new Error(`the one file is not alone: it names ${left[0]}`);
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

await makeMathFont();

export default defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [fileModules(), wasmGlue(), onePage()],
  build: {
    outDir: at('../dist'),
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      input: 'one-page',
      treeshake: { propertyReadSideEffects: false },
      output: { format: 'iife' },
      transform,
    },
  },
});
