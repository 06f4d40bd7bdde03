/** German texts of the dialog for embedding. */
import type { BaseWords } from '../en/base';

export const embed: BaseWords['embed'] = {
  title: 'In eine eigene Seite einbetten',
  close: 'Schließen',
  what: 'Was zu sehen ist',
  choices: {
    all: 'der ganze Playground',
    row: 'Tokens und Balken',
    matrix: 'die Heatmap',
    both: 'Tokens, Balken und Heatmap',
    vector: 'Tokens und der Kontextvektor',
  },
  theme: 'Farben',
  themes: { page: 'die der Seite', light: 'hell', dark: 'dunkel' },
  language: 'Sprache',
  readers: 'die der Lesenden',
  shows: 'Zeigt',
  parts: {
    formula: 'Formel',
    controls: 'Regler',
    tokens: 'Tokens',
    bars: 'Balken',
    arithmetic: 'Rechnung',
    steps: 'Wahl der Matrix',
    heatmap: 'Heatmap',
    heads: 'Karten aller Köpfe',
    projections: 'Q, K und V',
    vector: 'Kontext',
    export: 'Export',
    status: 'Größen',
  },
  question: 'Die Frage',
  preview: 'Vorschau',
  opened:
    'Eingebettet werden der Satz und die Einstellungen, nicht aber eine eigene Datei, ein eigener Trainingstext oder ein Schritt des Trainings.',
  frame: 'iframe-Element',
  frameNote:
    'Für jede Seite, die Iframes erlaubt. Das Skript passt die Höhe an; ohne das Skript erscheint eine Bildlaufleiste.',
  heightAt: (width) => `Die Höhe passt zu einer Breite von ${width} Pixeln.`,
  element: 'Custom Elements',
  elementNote:
    'Für Seiten, die Skripte erlauben. Das Skript lädt Dateien, die neben ihm liegen; eine Seite einer anderen Website kann sie alle nur laden, wenn deren Server es erlaubt (CORS). Mit einem Bundler: das Paket attention-lab importieren.',
  file: 'Einzelne Datei',
  fileNote:
    'Der ganze Playground in einer Datei, ohne Server und ohne Netz: zum Öffnen, Weitergeben oder zum Ablegen neben der eigenen Seite.',
  policy: 'Hat die Seite eine Content-Security-Policy, muss diese erlauben:',
  copy: 'Kopieren',
  download: 'attention-lab.html herunterladen',
  saved: 'Heruntergeladen. Die Datei öffnet sich mit diesen Einstellungen.',
  notTheFile: 'Der Server hat etwas anderes als attention-lab.html geliefert.',
  notSaved: (reason) => `Die Datei konnte nicht heruntergeladen werden: ${reason}`,
};
