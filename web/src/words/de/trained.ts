/** German texts of the page of trained models. */
import { count } from './count';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const trained: Words['trained'] = {
  live: 'Alle Zahlen dieser Seite berechnet ein getesteter C++-Kern, kompiliert zu WebAssembly, während Sie zusehen.',
  absent: (what) => `Nicht in diesem Modell: ${what}.`,
  questions: {
    goes_with: (word) => phrase`Wer ist ${word}?`,
    induction: (word) => phrase`Was folgte zuvor auf ${word}?`,
    translation: (word) => phrase`Welches deutsche Wort folgt auf ${word}?`,
    sort: (word) => phrase`Welche Zahl folgt auf ${word}?`,
    digits: () => phrase`Welche Ziffer ist das?`,
  },
  learned: {
    shown: 'Ein kleines Modell hat gelernt',
    unchanged: 'Das unveränderte Modell lernte',
    trained: 'Das trainierte Modell lernte',
  },
  intros: {
    goes_with: (tired, wide, it) =>
      phrase`: Hier entscheidet das letzte Wort. Schicht 1 schaut auf ${tired} oder ${wide}, dann Schicht 2 von ${it} auf Tier oder Straße. Wählen Sie ein Token.`,
    induction:
      ' zu sagen, was zuvor auf einen Buchstaben folgte. Wählen Sie einen Buchstaben und sehen Sie, wohin er schaut.',
    translation:
      ' zu übersetzen, Wort für Wort. Wählen Sie ein deutsches Wort und sehen Sie, auf welche englischen es schaut.',
    sort: ' zu sortieren: Nach dem Strich wiederholt es die Zahlen der Reihe nach. Wählen Sie eine Stelle und sehen Sie, wohin sie schaut.',
    digits:
      ', handgeschriebene Ziffern aus 16 Feldern zu lesen. Wählen Sie ein Feld oder das Klassentoken und sehen Sie, wohin es schaut, oder zeichnen Sie selbst eine Ziffer.',
  },
  reading: {
    two: 'Jeder Kopf einer Schicht ist eine Art zu schauen. Oben ein Kopf von Schicht 1, unten einer von Schicht 2.',
    narrow:
      'Jeder Kopf einer Schicht ist eine Art zu schauen. Auf der einen Seite ein Kopf von Schicht 1, auf der anderen einer von Schicht 2.',
    one: 'Jeder Kopf einer Schicht ist eine Art zu schauen. Die Bögen sind die eines Kopfes.',
    gray: ' Grau: ein Kopf ohne Namen.',
  },
  size: (parameters, step) => `${count(parameters)} Parameter, ${step}.`,
  steps: (steps) => `${count(steps)} Schritte trainiert`,
  loading: 'Das Modell wird geladen …',
  failed: (why) => `Das Modell konnte nicht gestartet werden: ${why}`,
  named:
    'Mittleres Gewicht des Kopfes auf dem richtigen Token in 64 nie gesehenen Beispielen, hier am unveränderten Modell gemessen.',
  unnamed:
    'Ohne Namen: Das mittlere Gewicht auf dem richtigen Token liegt unter 0,8, hier am unveränderten Modell mit 64 Beispielen gemessen.',
  offScore: 'Ausgeschaltet trägt er nichts bei. Gemessen wird mit allen Köpfen.',
  measured: (right, examples) =>
    `Als die Datei entstand, waren ${right} der Antworten auf ${count(examples)} Beispiele richtig, mit denen das Modell nie trainiert wurde.`,
  worst: (right, examples) =>
    `Als die Datei entstand, wurde das Modell an ${count(examples)} Beispielen geprüft, mit denen es nie trainiert wurde: Bei der schwierigsten Art waren ${right} der Antworten richtig.`,
  example: 'Beispiel',
  storyExample: 'Beispiel, um das es hier geht',
  own: {
    label: 'Eigenes Beispiel',
    ownExample: 'eigenes',
    hint: (words) =>
      `Das Modell kennt ${count(words)} Tokens. Kann es Ihren Text nicht lesen, bleibt das letzte lesbare Beispiel stehen.`,
    words: (words) => `Die ${count(words)} Tokens, die das Modell kennt`,
    drawing:
      'Die Zeichnung wird so skaliert und zentriert wie die Bilder, aus denen das Modell gelernt hat, und steht im Link.',
  },
  line: {
    label: 'Das Modell und was daran geändert ist',
    model: 'Modell',
    others: {
      minilm: 'MiniLM, 72 Köpfe',
      file: 'eine eigene Datei',
      untrained: 'eine Schicht, untrainiert',
    },
    mask: 'Maske',
    masks: { none: 'keine', causal: 'kausal' },
    positions: 'Positionen',
    place: {
      learned: 'gelernt',
      sinusoidal: 'sinusförmig',
      rotary: 'Rotation (RoPE)',
      none: 'aus',
    },
    heads: { on: 'an', off: 'aus' },
    some: (off, heads) => `${off} von ${heads} aus`,
  },
  film: {
    label: 'Wie das Modell gelernt hat',
    watch: 'Beim Lernen zusehen',
    pause: 'Anhalten',
    hint: 'Trainiert nach demselben Rezept von Grund auf, hier und jetzt: Nichts davon ist aufgezeichnet.',
    before: 'vorher',
    after: 'nachher',
    running: (step, steps) => `Schritt ${step} von ${steps}`,
    link: 'Schritt für Schritt trainieren',
  },
  matrices: {
    heading: 'Alle Tokens auf einmal',
    hint: 'Jede Zeile der Karte zeigt, worauf ein Token schaut. Wählen Sie eine Zeile, um diesem Token zu folgen.',
  },
  maps: {
    heading: 'Alle Köpfe auf einmal',
    hint: 'Eine Skala für alle. Wählen Sie einen Kopf, um seine Bögen und seine Rechnung zu sehen; schalten Sie Köpfe aus, um zu sehen, was von ihnen abhängt.',
  },
};
