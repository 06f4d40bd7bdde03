/** The interface's words in German. */
import type { Words } from './words';

export const de: Words = {
  table: {
    summary: 'Tabelle',
    of: (what) => `: ${what}`,
    copy: 'Als Text mit Tabulatoren kopieren',
    copied: 'Kopiert.',
    refused: 'Die Zwischenablage wurde verweigert; stattdessen ist die Tabelle ausgewählt.',
  },
  difference: {
    heading: (field) => `Differenz (${field}): erstes Labor minus zweites`,
    expected: (came) =>
      `Erwartet wurden die ids zweier Labore, etwa of="eins zwei", gegeben ist „${came}“.`,
  },
};
