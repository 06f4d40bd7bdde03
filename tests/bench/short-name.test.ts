import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  [
    'long attn::N_WASM::multiply_rows<4, 2, true>(attn::N_WASM::Piece const&, long)',
    'multiply_rows<4, 2, true>',
  ],
  ['attn::(anonymous namespace)::largest_magnitude(attn::MatrixView const&)', 'largest_magnitude'],
  ['attn::Tensor::Tensor(std::vector<std::string> const&)', 'Tensor::Tensor'],
  ['(garbage collector)', '(garbage collector)'],
  ['wasm-to-js', 'wasm-to-js'],
])('%s is shortened to %s', (name, expected) => {
  expect(shortName(name)).toBe(expected);
});
