/** The texts of images of digits in German. */
import type { digits as english } from '../en/digits';
import { phrase } from '../forms/phrase';

export const digits: typeof english = {
  patches: {
    label: 'Bild: Ein gewähltes Feld zeigt, worauf es schaut',
    token: 'Klassentoken',
    patch: (row, column) => `Feld ${row}, ${column}`,
    place: (name, weights) => `${name}; ${weights}`,
    title: (name) => `Worauf „${name}“ schaut`,
    readout: (name, choose) =>
      phrase`Schattiert auf einer Skala, in %: worauf „${name}“ schaut. ${choose}`,
    choose: 'Wählbar sind auch andere Felder, benannt nach Zeile und Spalte.',
    force: (name) => phrase`Worauf „${name}“ schauen soll:`,
    forceIn: (layer, name) => `${layer}: worauf „${name}“ schauen soll`,
    hint: 'oder ein Gewicht auf ein anderes Feld ziehen',
    other: 'angeschaut',
  },
  drawing: {
    label: 'Papier zum Zeichnen einer Ziffer',
    keys: 'Mit Maus, Stift oder Finger zeichnen. Auf der Tastatur bewegen die Pfeiltasten den Stift, die Leertaste setzt einen Punkt, Umschalt mit einer Pfeiltaste zieht eine Linie.',
    clear: 'Löschen',
    cleared: 'Das Papier ist leer.',
    ink: (row, column) => `Zeile ${row}, Spalte ${column}, Tinte`,
    paper: (row, column) => `Zeile ${row}, Spalte ${column}, Papier`,
  },
};
