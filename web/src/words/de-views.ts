/** The texts of the views of a training run in German. */
import type { views } from './en-views';

export const deViews: typeof views = {
  arcs: {
    sentence: 'Satz: Ein gewähltes Wort zeigt seine Gewichte',
    word: (token, number, weights) => `${token}, Wort ${number}; ${weights}`,
    weight: (layer, percent) => `${layer}: ${percent}`,
    inPercent: (layer) => `${layer} (%)`,
    direction: 'Bögen',
    directions: { looks_at: 'schaut auf', is_seen_by: 'wird angeschaut von' },
    force: (word) => ['Worauf ', word, ' schauen soll:'],
    forceIn: (layer, word) => `${layer}: worauf „${word}“ schauen soll`,
    asLearned: 'wie gelernt',
    free: 'Rückgängig',
    hint: 'oder das Ende eines Bogens ziehen',
    made: 'muss hierher schauen',
    title: (word) => `Worauf „${word}“ schaut`,
    titleSeenBy: (word) => `Was auf „${word}“ schaut`,
    other: 'Wort',
  },
  answer: {
    says: (word) => ['Bei ', word, ' sagt das Modell'],
    right: 'richtig',
    wrong: 'falsch',
    untrained: 'untrainiert: zufällige Parameter',
    others: 'Die nächstwahrscheinlichen',
  },
  headMaps: {
    label: 'Köpfe aller Schichten',
    fullName: (layer, head) => `${layer}, ${head}`,
    off: 'aus',
    on: (head) => `${head}: an`,
    scale: 'Eine Skala für alle Köpfe; grau, bis ein Kopf einen Namen hat.',
    directions: 'Zeilen: das Wort, das schaut. Spalten: das Wort, auf das es schaut.',
    cell: (head, query, key, share) => [`${head}: `, query, ' schaut auf ', key, `: ${share}`],
    weightsOf: (head) => `Gewichte von ${head}`,
  },
};
