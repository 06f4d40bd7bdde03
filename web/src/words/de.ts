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
  embed: {
    button: 'Einbetten …',
    title: 'In eine eigene Seite einbetten',
    close: 'Schließen',
    what: 'Was zu sehen ist',
    choices: {
      all: 'alles',
      row: 'Token und Balken',
      matrix: 'die Heatmap',
      both: 'Token, Balken und Heatmap',
      vector: 'Token und der Kontextvektor',
    },
    frame: 'Ein Rahmen',
    frameNote:
      'Für jede Seite, die ein iframe annimmt. Das Skript passt die Höhe an; ohne es rollt der Rahmen.',
    element: 'Die Elemente',
    elementNote:
      'Für Seiten, die Skripte haben dürfen. Mit einem Bundler: npm install attention-lab und importieren.',
    file: 'Eine Datei',
    fileNote:
      'Alles ohne Server und ohne Netz: zum Öffnen, zum Verteilen oder neben die eigene Seite gelegt.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    refused:
      'Die Zwischenablage wurde verweigert: der Text ist ausgewählt und lässt sich per Tastatur kopieren.',
    download: 'attention-lab.html herunterladen',
    saved: 'Heruntergeladen, mit diesen Einstellungen.',
    notSaved: (reason) => `Die Datei war nicht zu bekommen: ${reason}`,
  },
};
