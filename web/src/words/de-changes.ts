/** German texts about what the visitor has changed. */
import type { changes } from './en-changes';

export const deChanges: typeof changes = {
  label: 'Änderungen',
  was: 'vorher:',
  row: (head, word, sentence) => `${head}, „${word}“ in „${sentence}“`,
  looksAt: (word) => `schaut nur auf „${word}“`,
  weight: (weight, before) => `${weight}, vorher: ${before}`,
};
