/**
 * What the numbers of a file come from, by names that are the columns of a table: `model`, `weights`, `sha256`. `changed` lists
 * the reader's changes.
 */
export type Provenance = Readonly<Record<string, string>>;

/** In the name of the file. */
export const nameParts = ({ model, weights, changed }: Provenance): (string | null)[] => [
  model ?? null,
  weights ?? null,
  changed ? 'changed' : null,
];
