/** German texts about what the visitor has changed. */
import type { Words } from '../en/base';

export const changes: Words['changes'] = {
  label: 'Änderungen',
  count: (changes) => `Geändert: ${changes}`,
  undoAll: 'Alles rückgängig',
  was: 'vorher:',
  row: (head, word, sentence) => `${head}, „${word}“ in „${sentence}“`,
  looksAt: (word) => `schaut nur auf „${word}“`,
  notInSentence: '(nicht in diesem Satz)',
  value: (now, before) => `${now}, vorher: ${before}`,
};
