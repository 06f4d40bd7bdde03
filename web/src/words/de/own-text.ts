/** German texts of the tasks that learn a text. */
import { count } from './count';
import type { ownText as english } from '../en/own-text';

export const ownText: typeof english = {
  label: 'Der Text zum Lernen',
  hint: {
    characters: (min, max) =>
      `${count(min)} bis ${count(max)} Zeichen. Tippen, einfügen oder eine .txt-Datei hierher ziehen. Der Text bleibt auf dieser Seite.`,
    words: (min, max) =>
      `Mindestens ${count(min)} Wörter und Satzzeichen, höchstens ${count(max)} Zeichen. Tippen, einfügen oder eine .txt-Datei hierher ziehen. Der Text bleibt auf dieser Seite.`,
  },
  open: 'Textdatei öffnen',
  train: 'Mit diesem Text trainieren',
  rhyme: 'Zurück zum Kinderreim',
  notInLink:
    'Ihr Text ist zu lang für die Adresse dieser Seite: Ein Link zu diesem Lauf lernt stattdessen den Kinderreim. Das Rezept als JSON enthält Ihren Text.',
  inLink:
    'Ein englischer Kinderreim aus dem 18. Jahrhundert. Das letzte Zehntel eines Textes wird zurückgehalten; beim Kinderreim wiederholt es, was davor steht.',
  tooShort: {
    characters: (min, actual) =>
      `Nötig sind mindestens ${count(min)} Zeichen, nicht ${count(actual)}: Das Modell liest viele auf einmal, und einige werden zurückgehalten.`,
    words: (min, actual) =>
      `Nötig sind mindestens ${count(min)} Wörter und Satzzeichen, nicht ${count(actual)}: Das Modell liest viele auf einmal, und einige werden zurückgehalten.`,
  },
  tooLong: (max, actual) => `Möglich sind höchstens ${count(max)} Zeichen, nicht ${count(actual)}.`,
  tooVaried: {
    characters: (max, actual) =>
      `Möglich sind höchstens ${count(max)} verschiedene Zeichen, nicht ${count(actual)}.`,
    words: (max, actual) =>
      `Möglich sind höchstens ${count(max)} verschiedene Wörter, nicht ${count(actual)}. Die andere Aufgabe lernt die Zeichen des Textes.`,
  },
  fileTooLong: (max) => `Die Datei darf höchstens ${count(max)} Zeichen haben.`,
  noTextFile: 'Bitte eine Textdatei in UTF-8 wählen.',
  writing: {
    heading: 'Was das Modell schreibt',
    by: (step) => `Vom Modell bei Schritt ${count(step)} erzeugt.`,
    untrained: 'Vom untrainierten Modell erzeugt: reiner Zufall.',
    coming: 'Das Modell hat noch nichts geschrieben.',
    temperature: 'Temperatur',
    greedy: '0: stets das Wahrscheinlichste',
    seed: 'Startwert der Ziehung',
    another: 'Noch einmal ziehen',
  },
};
