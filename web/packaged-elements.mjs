/** The elements that the package gives, together or one by one. Parts of theirs come with them. */
export const packagedElements = [
  'arithmetic',
  'bars',
  'controls',
  'difference',
  'formula',
  'given',
  'heads',
  'heatmap',
  'lab',
  'playground',
  'steps',
  'take',
  'tokens',
  'vector',
].map((name) => `attention-${name}`);
