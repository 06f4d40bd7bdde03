/** German texts in saved pictures. */
import type { BaseWords } from '../en/base';

export const picture: BaseWords['picture'] = {
  followed: 'Query:',
  head: (head, heads) =>
    head === null
      ? `Mittel von ${heads} ${heads === 1 ? 'Kopf' : 'Köpfen'}`
      : `Kopf ${head + 1} von ${heads} (im Code ${head})`,
  heads: (heads) => (heads === 1 ? '1 Kopf' : `${heads} Köpfe`),
  masks: { none: 'keine Maske', causal: 'kausale Maske' },
  positions: { none: 'keine Positionen', sinusoidal: 'sinusförmige Positionen' },
  seed: (seed) => `Startwert ${seed}`,
  trained: 'trainiert',
  answer: (word, answer, share) => `Antwort bei „${word}“: ${answer} ${share}`,
  onlyAnswer: (answer, share) => `Antwort: ${answer} ${share}`,
  noPng: (width, height) => `Der Browser liefert kein PNG von ${width} × ${height} Pixeln.`,
};
