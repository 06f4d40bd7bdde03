/** The elements that the package exports, by folder in src/elements. */
const folders = {
  lab: ['lab'],
  playground: ['controls', 'formula', 'playground', 'steps'],
  views: ['arithmetic', 'bars', 'difference', 'heads', 'heatmap', 'tokens', 'vector'],
  files: ['export', 'file-note'],
  story: ['story'],
  trained: ['trained'],
  arcs: ['arcs'],
  example: ['answer'],
  digits: ['drawing', 'patches'],
  'head-maps': ['head-maps'],
  training: [
    'training',
    ...['compare', 'curves', 'recipe', 'run'].map((name) => `training-${name}`),
  ],
  language: ['model'],
  'language/offer': ['rounding'],
  'language/sentence': ['change-effects', 'masked-word', 'own-sentence'],
  'language/heads': ['all-heads', 'head-card', 'head-relations', 'named-heads'],
  'language/chosen-head': ['chosen-head', 'value-weighted', 'weight-arithmetic'],
  'language/vectors': ['similarities', 'switch-off', 'word-cosines', 'word-paths'],
};

/** Source path of each element relative to src/elements, by tag name. */
export const elementFiles = Object.fromEntries(
  Object.entries(folders).flatMap(([folder, names]) =>
    names.map((name) => [`attention-${name}`, `${folder}/attention-${name}`]),
  ),
);

export const packagedElements = Object.keys(elementFiles).sort();

/** The elements in the package's index. Those of language models are not: each is imported from its own module. */
export const indexedElements = packagedElements.filter(
  (name) => !elementFiles[name].startsWith('language/'),
);
