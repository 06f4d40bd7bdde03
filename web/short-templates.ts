/** Ships the templates of elements without indentation, and their styles without comments: the first page has little room. */
import { parseAst, type Plugin } from 'vite';

/** What is written of a template between its expressions. A space before a colon stays: it is one between selectors. */
const shorten: Record<string, (text: string) => string> = {
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};]) ?/g, '$1'),
  html: (text) => text.replace(/\n\s+/g, '\n'),
};
shorten['svg'] = shorten['html']!;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A node of the syntax tree, or a list of them, or a value. */
function* nodesIn(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && 'start' in part) yield part as Node;
  for (const inner of Object.values(part)) yield* nodesIn(inner);
}

/** The source of a module with its `css`, `html` and `svg` templates shortened. */
export function shortTemplates(source: string): string {
  const pieces: { start: number; end: number; text: string }[] = [];
  for (const node of nodesIn(parseAst(source))) {
    if (node.type !== 'TaggedTemplateExpression') continue;
    const { tag, quasi } = node as Node & {
      tag: { name?: string };
      quasi: { quasis: { start: number; end: number; value: { raw: string } }[] };
    };
    const short = shorten[tag.name ?? ''];
    if (!short) continue;
    for (const { start, end, value } of quasi.quasis) {
      // Of some parsers the range has the delimiters too.
      const at = source.indexOf(value.raw, start);
      if (at < 0 || at > end) continue;
      pieces.push({ start: at, end: at + value.raw.length, text: short(value.raw) });
    }
  }
  pieces.sort((a, b) => b.start - a.start);
  return pieces.reduce(
    (text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end),
    source,
  );
}

export const shortElementTemplates = (): Plugin => ({
  name: 'short-element-templates',
  apply: 'build',
  enforce: 'post',
  transform: (source, id) =>
    /src\/elements\/.*\.ts$/.test(id) ? { code: shortTemplates(source), map: null } : null,
});
