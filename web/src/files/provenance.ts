/**
 * The provenance of a file's numbers, with names that become columns of a table: `model`, `weights`, `sha256`.
 * `changed` lists the reader's changes.
 */
export type Provenance = Readonly<Record<string, string>>;

/** The parts for the file's name. */
export const nameParts = ({ model, weights, changed }: Provenance): (string | null)[] => [
  model ?? null,
  weights ?? null,
  changed ? 'changed' : null,
];
