/** The elements that the package exports, together or one by one: the folder of each in src/elements. */
const folders = {
  lab: ['controls', 'formula', 'lab', 'playground', 'steps'],
  views: ['arithmetic', 'bars', 'difference', 'heads', 'heatmap', 'tokens', 'vector'],
  files: ['export', 'given'],
};

/** Where each is, below src/elements, by its tag. */
export const elementFiles = Object.fromEntries(
  Object.entries(folders).flatMap(([folder, names]) =>
    names.map((name) => [`attention-${name}`, `${folder}/attention-${name}`]),
  ),
);

export const packagedElements = Object.keys(elementFiles).sort();
