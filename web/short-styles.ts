/** Ships the styles of elements without comments and indentation: the first page has little room. */
import type { Plugin } from 'vite';

/** A template `css`, whose expressions have neither braces nor templates. */
const template = /\bcss`((?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*)`/gs;

/** The source of a module, its `css` templates shortened. A space before a colon stays: it is one between selectors. */
export function shortStyles(source: string): string {
  return source.replace(template, (_, styles: string) => {
    const parts = styles
      .replace(/\/\*.*?\*\//gs, '')
      .split(/(\$\{[^}]*\})/)
      .map((part, i) =>
        i % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/ ?([{};]) ?/g, '$1'),
      );
    return `css\`${parts.join('').trim()}\``;
  });
}

export const shortElementStyles = (): Plugin => ({
  name: 'short-element-styles',
  apply: 'build',
  enforce: 'pre',
  transform: (source, id) =>
    /src\/elements\/.*\.ts$/.test(id) && source.includes('css`')
      ? { code: shortStyles(source), map: null }
      : null,
});
