/** German texts about weights from a file. */
import { count } from './count';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

const rowsOf = (odd: number, rows: number) =>
  `${count(odd)} von ${count(rows)} ${rows === 1 ? 'Zeile' : 'Zeilen'}`;
const verb = (odd: number, one: string, several: string) => (odd === 1 ? one : several);

export const fileWeights: Words['fileWeights'] = {
  shown: (name) =>
    phrase`Das sind die Attention-Gewichte aus ${name}. Die Adresse dieser Seite enthält sie nicht.`,
  facts:
    'Die Gewichte sind die Zahlen der Datei; Summen, Mittelwerte und Entropien davon werden hier berechnet. Modelldimension, Startwert, Maske, Positionen und Temperatur haben auf sie keinen Einfluss.',
  notFinite: (odd, rows) =>
    `${rowsOf(odd, rows)} ${verb(odd, 'enthält', 'enthalten')} Zahlen, die nicht endlich sind; diese Zellen sind orange.`,
  negative: (odd, rows) =>
    `${rowsOf(odd, rows)} ${verb(odd, 'enthält', 'enthalten')} negative Zahlen.`,
  otherSums: (odd, rows) => `${rowsOf(odd, rows)} ${verb(odd, 'hat', 'haben')} nicht die Summe 1.`,
  asTheyAre:
    'Zeilen, die keine Wahrscheinlichkeitsverteilung sind, werden als Zahlen gezeigt, nicht als Prozentwerte.',
  title: 'Gewichte aus der Datei',
  only: 'Die Datei enthält nur Gewichte: Queries, Keys, Values und Kontext gibt es hier nicht.',
  heading: (query, key, share) => phrase`${query} gibt ${key} ${share}`,
  weight: 'Gewicht',
  inFile: (code) => `${code} in der Datei`,
  sum: 'Summe der Zeile',
  entropy: 'Entropie',
  spread: (keys) => `wie bei gleichen Gewichten auf ${keys} Keys`,
  noEntropy: 'nur für Zeilen mit nicht negativen Gewichten und der Summe 1 definiert',
  why: 'Die Datei enthält nur Gewichte. Die Scores, Queries und Keys dahinter sind nicht bekannt.',
  zeros: 'Alle Gewichte dieser Zeile sind 0.',
  rowNotFinite: 'Diese Zeile enthält Zahlen, die nicht endlich sind.',
  caption: 'Gewichte aus der Datei',
  choose: 'Attention-Gewichte',
  item: (number) => `Schicht oder Batch-Element, von 1 bis ${count(number)}`,
  tooLarge: (name, tokens, max) =>
    `${name} hat ${count(tokens)} Queries oder Keys. Die Ansichten des Labors zeigen höchstens ${max}; deshalb ist der Tensor hier als eine Matrix zu sehen.`,
  showAs: 'Als Attention-Gewichte zeigen',
};
