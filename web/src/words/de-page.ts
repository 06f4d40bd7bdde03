/** German texts of the pages around the elements. */
import type { page } from './en-page';

export const dePage: typeof page = {
  pages: 'Seiten',
  lab: 'Labor',
  course: 'Lektion',
  training: 'Training',
  playground: 'Eine Schicht, untrainiert',
  model: 'Sprachmodell',
  proof: 'Beweis',
  speed: 'Tempo',
  language: 'Sprache',
  theme: 'Farben',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  present: 'Präsentieren',
  leave: 'Beenden',
  presentKeys: '← → blättern · Esc beendet',
  privacy: 'Was Sie eingeben, bleibt auf dieser Seite.',
  live: 'Alle Zahlen dieser Seite berechnet ein getesteter C++-Kern, übersetzt in WebAssembly, während Sie zusehen.',
  playgroundTitle: 'Eine Schicht Attention, untrainiert',
  playgroundIntro:
    'Attention in mehreren Köpfen, hier und jetzt aus Ihrem Satz berechnet. Fassen Sie jede Zahl an.',
  trainingTitle: 'Zusehen, wie ein Kopf lernt, wohin er schaut',
  trainingIntro:
    'Auf dieser Seite wird ein Modell aus wenigen tausend Zahlen trainiert, von Zufallszahlen an. Starten Sie es, gehen Sie vor und zurück, wählen Sie ein Wort.',
  modelTitle: 'Alle Köpfe eines Sprachmodells, während Sie tippen',
  modelIntro:
    'Öffnen Sie MiniLM und geben Sie einen Satz ein: Die Karten aller 72 Köpfe folgen ihm. Dann wird jeder Kopf gemessen: welcher von einem Begleiter zu dessen Nomen sieht, welcher von „ihr“ zum Mädchen, und wie sicher das ist.',
};
