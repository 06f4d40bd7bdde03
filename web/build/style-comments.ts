/** Ships the styles of elements without their comments and indentation, which are for readers of the source. */
import type { Plugin } from 'vite';

export const styleComments = (): Plugin => ({
  name: 'style-comments',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'css`' },
    handler: (code) => ({ code: code.replace(/\bcss`[^`]*`/g, shortStyles), map: null }),
  },
});

export const shortStyles = (styles: string): string =>
  styles.replace(/\/\*[^]*?\*\//g, '').replace(/\n\s+/g, '\n');
