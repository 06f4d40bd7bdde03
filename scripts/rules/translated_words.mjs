// Elements show words from the catalogues in web/src/words, which exist in every language: no words in templates, no
// phrases in strings, no words that a style sheet adds.
import { parse, walk } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

// Mathematics, units, names, and a name in figures.json, which no visitor reads.
const untranslated = new Set([
  ...['exp', 'softmax', 'GFLOP', 'Attention Lab', 'ONNX Runtime Web'],
  'plain JavaScript',
]);
const word = /\p{L}{2,}/gu;
// At least two words, and not a CSS gradient.
const phrase = /^(?!linear-gradient).*\p{L}{2,}[,:;]? \p{L}{2,}/su;
const wordAttributes =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt|label)$/;
// Stands for an expression in a template.
const hole = '\u0001';

export const translatedWords = {
  name: "the elements' words are in the catalogues",
  remedy: 'Put them into web/src/words/{en,de,zh}/ and read them as this.words.<section>.<key>.',
  covers: (path) => /^web\/src\/elements\/.*\.ts$/.test(path),
  check(file) {
    const found = [];
    const note = (node, words) =>
      found.push({ line: lineAt(file.text, node.start), problem: `“${words}” has no translation` });
    const tagged = new Set();
    walk(parse(file), (node, parent) => {
      if (node.type === 'TaggedTemplateExpression') {
        tagged.add(node.quasi);
        const text = node.quasi.quasis.map(({ value }) => value.cooked).join(hole);
        const words = wordsIn[node.tag.name]?.(text) ?? [];
        for (const one of words) note(node, one);
      } else if (node.type === 'TemplateElement' || typeof node.value === 'string') {
        const text = node.type === 'TemplateElement' ? node.value.cooked : node.value;
        const isRead = !tagged.has(parent) && !isForMachines(parent) && !untranslated.has(text);
        if (isRead && phrase.test(text)) note(node, text.trim());
      }
    });
    return found;
  },
};

/** The literal words of a template, by its tag. */
const wordsIn = { html: wordsOfMarkup, svg: wordsOfMarkup, css: wordsOfStyles };

/** Those that a style sheet adds with `content`. */
function wordsOfStyles(styles) {
  return [...styles.matchAll(/\bcontent:([^;}]*)/g)].flatMap(([, content]) =>
    [...content.matchAll(/'[^']*'|"[^"]*"/g)].flatMap(([text]) => text.match(word) ?? []),
  );
}

/** Those of some markup: in its text, and in attributes that users read. */
function wordsOfMarkup(markup) {
  const texts = [];
  const text = markup.replace(
    /<!--.*?-->|<\/?[a-z][^\s>]*((?:[^<>"']|"[^"]*"|'[^']*')*)>/gs,
    (_, attributes) => {
      for (const [, name, value] of (attributes ?? '').matchAll(/([a-z-]+)="([^"]*)"/g))
        if (wordAttributes.test(name)) texts.push(value);
      return ' ';
    },
  );
  texts.push(text);
  return texts.flatMap((one) => one.match(word) ?? []).filter((one) => !untranslated.has(one));
}

/** Whether no visitor reads a string: selectors, and error messages for developers. */
function isForMachines(parent) {
  return (
    (parent?.type === 'CallExpression' &&
      /^(querySelector|closest|matches|matchMedia)/.test(
        parent.callee.property?.name ?? parent.callee.name,
      )) ||
    (parent?.type === 'NewExpression' && parent.callee.name === 'Error')
  );
}
