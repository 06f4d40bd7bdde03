/**
 * Removes return type, namespaces and arguments from a C++ function's name:
 * `long attn::N_WASM::multiply_rows<4, 2, true>(attn::N_WASM::Piece const&, long)` is `multiply_rows<4, 2, true>`.
 */
export function shortName(name: string): string {
  let depth = 0;
  let first = 0;
  const plain = name.replaceAll('(anonymous namespace)::', '');
  for (let i = 0; i < plain.length; i++) {
    const character = plain[i];
    if (character === '<') depth++;
    else if (character === '>') depth--;
    else if (depth === 0 && character === ' ') first = i + 1;
    else if (depth === 0 && character === '(' && i > 0)
      return plain.slice(first, i).replaceAll(/(attn|N_WASM)::/g, '');
  }
  return plain;
}
