/** Names of files that say what they hold: `weights-head1-the-cat-sat.npy`. */

const kMaxCharacters = 60;

/** Of parts such as a field, a head and the sentence: letters and digits of any script, and hyphens. */
export function fileName(parts: readonly (string | null)[], extension: string): string {
  const words = parts
    .filter((part) => part !== null)
    .join('-')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const shortened = Array.from(words).slice(0, kMaxCharacters).join('');
  return `${shortened.replace(/^-+|-+$/g, '') || 'attention'}.${extension}`;
}
