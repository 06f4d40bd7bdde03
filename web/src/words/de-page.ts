/** German texts of the pages around the elements. */
import type { page } from './en-page';

export const dePage: typeof page = {
  pages: 'Seiten',
  lab: 'Labor',
  course: 'Lektion',
  training: 'Training',
  playground: 'Eine Schicht, untrainiert',
  model: 'Ihr eigenes BERT',
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
  modelTitle: 'Alle Köpfe eines BERT-Modells, während Sie tippen',
  modelIntro:
    'Öffnen Sie die Dateien eines BERT-Modells und geben Sie einen Satz ein: Die Karten aller Köpfe folgen ihm. Wählen Sie eine Karte, um den Kopf groß zu sehen, und ein Wort, um zu sehen, wohin es schaut.',
};
