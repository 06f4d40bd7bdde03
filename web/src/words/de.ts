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
};
