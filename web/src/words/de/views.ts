/** The texts of the views of a training run in German. */
import type { views as english } from '../en/views';
import { phrase } from '../forms/phrase';

export const views: typeof english = {
  arcs: {
    sentence: 'Tokens: Ein gewähltes zeigt seine Gewichte',
    word: (token, number, weights) => `${token}, Token ${number}; ${weights}`,
    weight: (layer, percent) => `${layer}: ${percent}`,
    inPercent: (layer) => `${layer} (%)`,
    direction: 'Bögen',
    directions: { looks_at: 'schaut auf', is_seen_by: 'wird angeschaut von' },
    force: (word) => phrase`${word} soll schauen auf`,
    forceIn: (layer, word) => `${layer}: worauf „${word}“ schauen soll`,
    asLearned: 'wie gelernt',
    free: 'Rückgängig',
    hint: 'oder das Ende eines Bogens ziehen',
    more: 'Ändern, Tabelle, Speichern',
    forced: 'muss hierher schauen',
    strongest: (layer, drawn, all) =>
      `${layer}: Bögen für ${drawn} von ${all} Gewichten, die größten.`,
    title: (word) => `Worauf „${word}“ schaut`,
    titleSeenBy: (word) => `Was auf „${word}“ schaut`,
    other: 'Token',
  },
  answer: {
    says: (word) => phrase`Bei ${word} sagt das Modell`,
    right: 'richtig',
    wrong: 'falsch',
    others: 'Die nächstwahrscheinlichen Antworten',
    notFinite: 'Keine Antwort: Einige Zahlen sind zu groß für 32-Bit-Gleitkommazahlen.',
  },
  headMaps: {
    label: 'Köpfe aller Schichten',
    off: 'aus',
    on: (head) => `${head}: an`,
    scale: 'Eine Skala für alle Köpfe; grau, solange ein Kopf keinen Namen hat.',
    score:
      'Die Zahl nach einem Namen ist das mittlere Gewicht des Kopfs auf den richtigen Tokens, in ungesehenen Beispielen.',
    directions: 'Zeilen: was schaut. Spalten: worauf es schaut.',
    cell: (head, query, key, share) => phrase`${head}: ${query} schaut auf ${key}: ${share}`,
    weightsOf: (head) => `Gewichte von ${head}`,
  },
};
