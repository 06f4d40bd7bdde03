/** Descriptive file names: `weights-head1-the-cat-sat.npy`. */

const kMaxCharacters = 64;

/** Starts the names of files with numbers of random parameters, because CSV and NPY cannot say it otherwise. */
export const kUntrainedPrefix = 'untrained';

/** Joins parts such as a field, a head and the sentence. Keeps letters and digits of any script. */
export function fileName(parts: readonly (string | null)[], extension: string): string {
  const words = parts
    .filter((part) => part !== null)
    .join('-')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const shortened = Array.from(words).slice(0, kMaxCharacters).join('');
  return `${shortened.replace(/^-+|-+$/g, '') || 'attention'}.${extension}`;
}
