/** German texts of the pages around the elements. */
import type { Words } from '../en/base';

export const page: Words['page'] = {
  pages: 'Seiten',
  lab: 'Labor',
  course: 'Lektion',
  training: 'Training',
  playground: 'Eine Schicht, untrainiert',
  model: 'Sprachmodell',
  proof: 'Nachweis',
  speed: 'Tempo',
  language: 'Sprache',
  theme: 'Farben',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  present: 'Präsentieren',
  leave: 'Beenden',
  presentKeys: '← → blättern · Esc beendet',
  embed: 'Einbetten …',
  notLoaded: 'Dieser Teil des Labors konnte nicht geladen werden.',
  privacy: 'Was Sie eingeben, bleibt auf dieser Seite.',
  kept: 'In diesem Browser gespeichert: Diese Seiten öffnen sich auch ohne Netz.',
  playgroundTitle: 'Eine Schicht Attention, untrainiert',
  playgroundIntro:
    'Mehrkopf-Attention, hier und jetzt aus Ihrem Satz oder Ihrer Datei berechnet. Wählen Sie ein Gewicht und sehen Sie, wie es entsteht.',
};
