/** German texts of the training page. */
import { count } from './count';
import { ownText } from './own-text';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const training: Words['training'] = {
  trainingTitle: 'Zusehen, wie ein Kopf lernt, wohin er schaut',
  trainingIntro:
    'Diese Seite trainiert ein kleines Modell, ausgehend von Zufallszahlen. Starten Sie es, gehen Sie vor und zurück, wählen Sie ein Token.',
  task: 'Aufgabe',
  tasks: {
    goes_with: {
      name: 'das zugehörige Wort',
      objective:
        'Sage bei jedem Wort, zu welchem es gehört, etwa beim Begleiter das Nomen, beim Verb das Subjekt, beim Pronomen das Nomen, für das es steht. Die Antwort bei jedem Wort wird bewertet.',
      head: 'gehört zu',
    },
    who: {
      name: 'Wer ist „it“?',
      objective:
        'Sage beim Pronomen das Nomen, für das es steht, und beim gebeugten Verb sein Subjekt.',
      head: 'wer?',
    },
    induction: {
      name: 'was zuvor folgte',
      objective:
        'Sage bei jedem Buchstaben, der schon vorkam, welcher damals auf ihn folgte. Wie, muss das Modell selbst herausfinden.',
      head: 'Induktion',
    },
    translation: {
      name: 'Englisch – Deutsch',
      objective:
        'Sage das nächste deutsche Wort; bekannt sind die deutschen Wörter bisher und der englische Satz.',
      head: 'übersetzt',
    },
    sort: {
      name: 'sortieren',
      objective: 'Wiederhole nach dem Strich die Zahlen, die kleinste zuerst.',
      head: 'nächst\u00adgrößere',
    },
    reverse: {
      name: 'umkehren',
      objective: 'Wiederhole nach dem Strich die Buchstaben, den letzten zuerst.',
      head: 'gespie\u00adgelte Stelle',
    },
    copy: {
      name: 'abschreiben',
      objective: 'Wiederhole nach dem Strich die Buchstaben in derselben Reihenfolge.',
      head: 'gleiche Stelle',
    },
    copy_places: {
      name: 'von mehreren Stellen abschreiben',
      objective:
        'Sage bei jedem Buchstaben auf einmal die Buchstaben in festen Abständen. Ein Kopf, der auf mehrere schaut, mischt, was er findet.',
      head: 'Stellen',
    },
    characters: {
      name: 'ein Text, Zeichen für Zeichen',
      objective:
        'Sage bei jedem Zeichen des Textes das nächste. Ein Kopf wird nach einer von zwei nützlichen Gewohnheiten benannt: Er schaut auf das vorige Token, oder auf das, was früher auf dasselbe Token folgte (Induktion).',
      head: 'nächstes Zeichen',
    },
    words: {
      name: 'ein Text, Wort für Wort',
      objective:
        'Sage bei jedem Wort des Textes das nächste. Ein Kopf wird nach einer von zwei nützlichen Gewohnheiten benannt: Er schaut auf das vorige Token, oder auf das, was früher auf dasselbe Token folgte (Induktion).',
      head: 'nächstes Wort',
    },
    digits: {
      name: 'eine Ziffer lesen',
      objective:
        'Sage, welche Ziffer das Bild zeigt. Das Bild ist in 16 Felder geteilt; die Antwort wird am Klassentoken abgelesen, das die Felder nur sieht, indem es auf sie schaut.',
      head: 'Tinte',
    },
  },
  digits: {
    notLoaded: (why) => `Die Bilder der Ziffern ließen sich nicht laden: ${why}`,
    image: 'diesem Bild',
    yours: 'dieser Ziffer',
    own: 'Eigene Ziffer',
    hint: 'Zeichnen geht auch während des Trainings. Die Zeichnung wird skaliert und zentriert wie die Bilder, aus denen das Modell lernt, und steht im Link.',
  },
  controls: {
    seed: 'Startwert',
    label: 'Der Lauf',
    step: 'Ein Schritt',
    another: 'Anderer Startwert',
    rewind: (step) => `Zurück zu Schritt ${step}`,
    speed: 'Tempo',
    speeds: { '1': '1 Schritt', '4': '4 Schritte', '16': '16 Schritte', end: 'bis zum Ende' },
  },
  curves: {
    heading: 'Kurven des Laufs',
    step: 'Schritt',
    loss: 'Verlust',
    right: 'richtige Antworten',
    score: 'Gewicht eines Kopfes auf den richtigen Tokens',
    label: 'Der Lauf als Film: Pfeiltasten führen von Stand zu Stand',
    lossAtRight: 'Verlust (Skala rechts)',
    penalty: (step) => `${step}: Strafterm`,
    penalized: (step) =>
      `Strafterm: Ab Schritt ${step} erhöht gestreute Attention den Verlust, damit Köpfe lernen, auf wenige Tokens zu schauen.`,
    runs: 'Gepunktet: Köpfe und richtige Antworten des zweiten Laufs; sein Verlust mit größeren Abständen.',
  },
  digitRun: {
    score: 'Gewicht eines Kopfes auf Feldern mit Tinte',
    loading: `${count(2000)} handgeschriebene Ziffern werden geladen (0,3\u00a0MB) …`,
    unnamed: (score, right) =>
      `Hier hat kein Kopf einen Namen: Nichts legt fest, welches Feld das richtige wäre. Sein mittleres Gewicht auf Feldern mit Tinte ist bei zurückgehaltenen Bildern ${score}. ${right} der Antworten stimmen.`,
    shipped: `Gelernt wurde aus ${count(10_000)} Bildern, von denen diese Seite ${count(2000)} hat.`,
    batches: (steps) =>
      `Die Daten für PyTorch sind die Bilder der ersten ${steps} Schritte: Die Bilder aller Schritte würden nicht in den Speicher passen.`,
  },
  noHints: (...before) => `${before.join(' ')} Kein Beispiel verrät, wohin zu schauen ist.`,
  relations: { 'previous token': 'voriges Token', induction: 'Induktion' },
  place: (distance) => `Stelle ${distance}`,
  layer: (number) => `Schicht ${number}`,
  cross: 'Cross-Attention',
  decoderLayer: (number) => `Decoder-Schicht ${number}`,
  isOff: (head) => `${head}, aus`,
  earned: (score, right) =>
    `Sein mittleres Gewicht auf den richtigen Tokens zurückgehaltener Beispiele ist ${score}. ${right} der Antworten stimmen.`,
  unnamed: (score, right) =>
    `Noch ohne Namen: Sein mittleres Gewicht auf den richtigen Tokens zurückgehaltener Beispiele ist ${score}. Über 0,8 erhält er einen. ${right} der Antworten stimmen.`,
  untrained: 'Untrainiert: Die Parameter sind Zufallszahlen, die Gewichte bedeuten noch nichts.',
  examples: 'Zwei Beispiele nebeneinander',
  own: {
    label: 'Eigenes Beispiel',
    hint: 'Tippen geht auch während des Trainings. Kann das Modell Ihren Text nicht lesen, bleibt das letzte lesbare Beispiel stehen.',
    words: 'Bekannte Tokens',
  },
  run: {
    play: 'Abspielen',
    pause: 'Anhalten',
    progress: (step, steps) => `Schritt ${step} von ${steps}`,
    starting: 'Die Engine startet …',
  },
  shipped: {
    lab: 'Das mitgelieferte Modell im Labor öffnen',
    label: 'Parameter',
    starts: { nothing: 'von Grund auf', shipped: 'wie mitgeliefert (vorab trainiert)' },
    loading: 'Die trainierten Parameter werden geladen …',
    failed: (why) => `Die trainierten Parameter ließen sich nicht laden: ${why}`,
    noFolder: (attribute) => `Im Attribut ${attribute} fehlt die Adresse ihres Ordners.`,
    origin: (file, seed, steps) =>
      `Diese Parameter liegen der Seite bei, in der Datei ${file}: vorab trainiert nach diesem Rezept, mit Startwert ${seed}, in ${steps} Schritten, und auf 16 Bit gerundet.`,
    goOn: '„Abspielen“ trainiert von dort aus weiter, mit neu gestartetem Optimierer. „Von Grund auf“ trainiert hier mit demselben Startwert vom ersten Schritt an.',
    measured: (examples) =>
      `Damals gemessen, an ${count(examples)} Beispielen, mit denen nie trainiert wurde:`,
    figures: {
      right: 'richtige Antworten',
      exact: 'Beispiele, bei denen jede Antwort richtig ist',
      'worst category': 'richtige Antworten bei der schwierigsten Satzart',
      'pronoun by adjective': 'Gewicht von „it“ auf seinem Nomen (tired, wide)',
      'pronoun of three nouns': 'dasselbe bei drei Nomen',
      'pronoun by gender or number': 'he, she, they auf ihren Nomen',
      'verb across clauses': 'Verb auf seinem Subjekt',
      adjective: 'Adjektiv auf seinem Nomen',
      determiner: 'Begleiter auf seinem Nomen',
      noun: 'Nomen auf seinem Verb',
      'rows right': 'Zeilen mit dem größten Gewicht auf dem richtigen Token',
      'popular column': 'Zeilen, die auf das am häufigsten angeschaute Token schauen',
      'previous token': 'Kopf für das vorige Token',
      induction: 'Induktionskopf',
      needles:
        'richtige Antworten auf die Frage nach dem Wert zu einem Schlüssel, einer nie trainierten Aufgabe',
      source: 'Gewicht auf der richtigen Zahl',
      'content word': 'Inhaltswort auf seinem Quellwort',
    },
  },
  announced: {
    named: (head, name, step) => `Schritt ${step}: ${head} hat sich den Namen ${name} verdient.`,
    finished: (step, right) => `Fertig bei Schritt ${step}: ${right} der Antworten stimmen.`,
    lost: 'Die Engine wurde beendet. Der Lauf geht beim selben Schritt weiter.',
  },
  noAnswer: (url, actual) => `Erwartet wurde eine Datei unter ${url}, es kam: ${actual}.`,
  earns: '0,8: ab hier mit Namen',
  heads: {
    heading: 'Köpfe',
    hint: 'Wird ein Kopf ausgeschaltet, zeigen beide Beispiele und alle danach berechneten Zahlen das Modell ohne ihn.',
    allOn: 'Alle Köpfe an, alle Zeilen frei',
    leftOut: (changes) => `Weggelassen, weil es das in diesem Modell nicht gibt: ${changes}`,
    unchanged: 'Gemessen mit allen Köpfen und freien Zeilen.',
  },
  ownText,
  failed: (why) => `Das Training wurde beendet: ${why}`,
  keep: {
    heading: 'Diesen Lauf speichern',
    parameters: 'Parameter, safetensors',
    recipe: 'Rezept, JSON',
    csv: 'Kurven, CSV',
    svg: 'Kurven, SVG',
    pytorch: 'Als PyTorch kopieren',
    npz: 'Daten für PyTorch, NPZ',
    lab: 'Das Labor öffnet auch Parameter, die hier gespeichert wurden: Wählen Sie dort als Modell „eine eigene Datei“.',
  },
  compare: {
    heading: 'Zwei Läufe aus einem Startwert',
    hint: (task) =>
      `Beide Läufe lernen die Aufgabe „${task}“ aus denselben Beispielen. Sie unterscheiden sich in einem Punkt.`,
    what: 'Was sich unterscheidet',
    choices: {
      heads: '1 Kopf oder 8',
      positions: 'mit oder ohne Positionen',
      bottleneck: 'schmale oder breite Values',
      penalty: 'mit oder ohne Strafterm',
      decay: 'mit oder ohne Gewichtszerfall',
      embedding: 'große oder kleine Einbettungen',
    },
    places: 'Stellen auf einmal',
    start: 'Beide trainieren',
    stop: 'Anhalten',
    run: (name, right, score) => phrase`${name}: ${right} richtig, bester Kopf ${score}`,
    seeds: 'Zehn Startwerte probieren',
    named: (named, right, seeds) =>
      `Von ${seeds} Startwerten lernen ${right} die Aufgabe (mindestens 95\u00a0% richtig); bei ${named} verdient sich ein Kopf einen Namen (über 0,8).`,
  },
};
