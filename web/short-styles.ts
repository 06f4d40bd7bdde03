/** Leaves comments and indents out of the styles that scripts hold: minifiers of scripts keep texts as they are. */
import type { Plugin } from 'vite';

export function shortStyles(): Plugin {
  return {
    name: 'short-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/elements\/.*\.ts$/.test(id)) return null;
      return { code: code.replace(/css`[^`]*`/g, shortened), map: null };
    },
  };
}

const shortened = (styles: string) => styles.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ');
