import { expect, it } from 'vitest';
import { transformersScript } from '../../../web/src/model/transformers-script';

const asked = { text: 'The "girl".', layer: 1, head: 3, query: 8 };

it('asks for the row by the indices of the code', () => {
  const script = transformersScript(asked);
  expect(script).toContain('tokenizer("The \\"girl\\".", return_tensors="pt")');
  expect(script).toContain('row = attentions[1][0, 3, 8]');
});

it.each([
  ['a new line', 'a\nb', '"a\\nb"'],
  ['a backslash', 'a\\', '"a\\\\"'],
  ['a line separator', 'a\u2028b', '"a\\u2028b"'],
  ['a lone surrogate', 'a\ud800', '"a\ufffd"'],
])('no text breaks out of its string: %s', (_, text, written) => {
  expect(transformersScript({ ...asked, text })).toContain(`tokenizer(${written}, return`);
});
