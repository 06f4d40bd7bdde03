/**
 * The text face: Source Serif 4, reduced to the characters of English and German texts and numbers, to weights 400 to 600,
 * and without hinting (two files of 122 and 130 kB to 22 kB). Its license, the SIL Open Font License 1.1, reserves the
 * name "Source" for the original, so the reduced font is called "Lab Serif".
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Without characters that no page uses. In a visitor's own sentence another font shows them. */
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .join('')
  .replace(/[$@\\^`{}~]/g, '');
const letters = ascii.replace(/[^a-z0-9 .,;:!?'()-]/gi, '');
const german = 'äöüÄÖÜß';
const punctuation = '\u00a0–—’“”„…·';
const signs = '×√−→←∞µ';

/** The optical size of body text, for all sizes: letters cut for 24 px and more are too thin for labels. */
const kOpticalSize = 16;

export const textCharacters = ascii + german + punctuation + signs;

const faces = {
  'text.woff2': {
    file: 'normal',
    characters: textCharacters,
    wght: { min: 400, max: 600 },
    features: ['kern'],
  },
  // For quoted words and symbols, which are short: they do without kerning, a fifth of the file.
  'text-italic.woff2': {
    file: 'italic',
    characters: letters + german + punctuation,
    wght: 400,
    features: [],
  },
} as const;

/** Writes the reduced fonts to build/fonts, unless they are newer than this file. */
export async function makeTextFont(): Promise<void> {
  const thisFile = fileURLToPath(import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(new URL('../../build/fonts/', import.meta.url), { recursive: true });
  for (const [name, { file, characters, wght, features }] of Object.entries(faces)) {
    const path = fileURLToPath(new URL(`../../build/fonts/${name}`, import.meta.url));
    if (existsSync(path) && statSync(path).mtimeMs > statSync(thisFile).mtimeMs) continue;
    const source = `@fontsource-variable/source-serif-4/files/source-serif-4-latin-standard-${file}.woff2`;
    const subset = await subsetFont(readFileSync(resolve(source)), characters, {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: [...features],
      // GDEF would only vary the kerning by weight.
      dropTables: ['GDEF', 'STAT', 'gasp'],
      variationAxes: { wght, opsz: kOpticalSize },
    });
    writeFileSync(path, subset);
  }
}

/** Adds the font to every page of the site; file.config.ts adds it to the offline file. */
export function textFace(): Plugin {
  const css = { rel: 'stylesheet', href: './src/pages/base/face.css' };
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
  return {
    name: 'text-face',
    buildStart: makeTextFont,
    transformIndexHtml: {
      order: 'pre',
      handler: () => [
        { tag: 'link', attrs: css, injectTo: 'head' },
        { tag: 'link', attrs: { ...font, href: '../build/fonts/text.woff2' }, injectTo: 'head' },
      ],
    },
  };
}
