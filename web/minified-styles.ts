/** Minifies the styles of elements, which minifiers of scripts leave as they are: to them a style is a text. */
import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

export function minifiedStyles(): Plugin {
  return {
    name: 'minified-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/elements\/.*\.ts$/.test(id)) return null;
      return { code: code.replace(/css`([^`\\$]*)`/g, minified), map: null };
    },
  };
}

/** A part of a style, such as a length, stays as it is. */
function minified(whole: string, styles: string): string {
  if (!styles.includes('{')) return whole;
  const { code } = transformSync(styles, { loader: 'css', minify: true, charset: 'utf8' });
  return code.includes('\\') ? whole : `css\`${code.trim()}\``;
}
