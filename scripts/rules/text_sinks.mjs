// Tokens, URLs and files are untrusted: nothing takes text as markup or as code.
import { matchingLines } from './violations.mjs';

const sinks = new RegExp(
  [
    '\\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc)\\b',
    '\\bdocument\\.write(ln)?\\b',
    '\\bunsafe(HTML|SVG|MathML|Static)\\b',
    '\\bnew Function\\b',
    '\\beval\\s*\\(',
  ].join('|'),
);

export const textSinks = {
  name: 'no text becomes markup or code',
  remedy: 'Set textContent, or let a template bind the value as text.',
  covers: (path) => /^(web|wasm)\/.*(?<!\.md)$/.test(path),
  check: ({ text }) =>
    matchingLines(text, sinks, ([sink]) => `${sink.trim()} takes text as markup or code`),
};
