/**
 * The provenance of a file's numbers, with names that become columns of a table: `model`, `weights`, `sha256`.
 * `place` is the layer and the head of the numbers of one head. `changed` is the number of the visitor's changes, only if
 * there are any; `changes` names them.
 */
export type Provenance = Readonly<Record<string, string>>;

/**
 * The parts for the file's name, without spaces around digits, as in all names: `layer 1, head 3` becomes `layer1-head3`,
 * and `第 1 层` becomes `第1层`.
 */
export const nameParts = ({ place, model, weights, changed }: Provenance): (string | null)[] => [
  place?.replace(/ (?=\d)|(?<=\d) /g, '') ?? null,
  model ?? null,
  weights ?? null,
  changed ? 'changed' : null,
];
