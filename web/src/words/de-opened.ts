/** German texts of the page for whole language models. */
import { germanCount as count } from './count';
import type { opened } from './en-opened';

export const deOpened: typeof opened = {
  modelTitle: 'Alle Köpfe eines Sprachmodells, während Sie tippen',
  modelIntro:
    'Öffnen Sie MiniLM und geben Sie einen Satz ein: Die Karten aller 72 Köpfe folgen ihm. Dann wird jeder Kopf gemessen: welcher von einem Begleiter zu dessen Nomen sieht, welcher von „ihr“ zum Mädchen, und wie sicher das ist.',
  offer: 'MiniLM, ein Modell aus der Praxis',
  about:
    'all-MiniLM-L6-v2 hat 22.7 Millionen Parameter: 6 Schichten mit 12 Köpfen, d_model 384. Programme vergleichen damit Sätze. Es liest Englisch. Lizenz: Apache-2.0.',
  open: (megabytes) => `MiniLM öffnen (${megabytes} MB)`,
  openExact: (megabytes) => `In 16 Bit öffnen (${megabytes} MB)`,
  formHint:
    'Das kleine hat seine großen Matrizen in 8 Bit, mit einem Faktor für je 32 Zahlen, das große alle Zahlen in 16 Bit; veröffentlicht sind sie in 32. Der Browser behält, was er geladen hat.',
  loading: (done, all) => `${done} von ${all} MB sind da …`,
  cancel: 'Abbrechen',
  opening: 'Das Modell wird geöffnet …',
  notOnSite:
    'Diese Seiten wurden ohne MiniLM gebaut. „npm run model“ holt es einmal; danach „npm start“.',
  noFileAt: (address) => `Unter ${address} liegt keine Datei.`,
  noConnection: 'Der Server antwortet nicht. Bitte noch einmal versuchen.',
  brokenOff: 'Die Verbindung ist abgebrochen. Bitte das Modell noch einmal öffnen.',
  ownFiles: 'Eigene Dateien öffnen',
  files: 'Dateien eines Modells der Art BERT, DistilBERT oder RoBERTa',
  filesHint:
    'config.json, model.safetensors und tokenizer.json zusammen wählen oder hierher ziehen, so wie sie im Hugging Face Hub liegen; bei einem Modell in mehreren Dateien alle davon und model.safetensors.index.json. Sie bleiben auf dieser Seite.',
  size: (layers, heads, width, weights) =>
    `${count(layers)} Schichten mit ${count(heads)} Köpfen, d_model ${count(width)}, Gewichte in ${weights}.`,
  sentence: 'Satz',
  sentenceHint:
    'Alles darunter folgt jedem Tastendruck. Ein Punkt beginnt ein weiteres Stück eines Wortes.',
  examples: 'Beispiele',
  delimiters: (first, last) => `${first} und ${last} zeigen`,
  hidden: (share) =>
    `In diesem Kopf liegt ${share} des Gewichts auf den Tokens an beiden Enden. Sie sind verborgen; eine Zeile ergibt darum weniger als das Ganze.`,
  layer: (number) => `Schicht ${number} (layers.${number - 1})`,
  layerShort: (number) => `Schicht ${number}`,
  chosen: (layer, head) =>
    `Schicht ${layer}, Kopf ${head} (layers.${layer - 1}.attention, Kopf ${head - 1})`,
  onDelimiters: (share) => `${share} auf Trennzeichen`,
  heads: 'Alle Köpfe',
  headsHint:
    'Jede kleine Karte ist ein Kopf: Eine Zeile ist ein Wort, das hinsieht, eine Spalte ein Wort, das gesehen wird. Einen Namen hat ein Kopf nur, wenn er ihn verdient hat, siehe unten. Eine klare Karte beweist nicht, dass es auf den Kopf ankommt.',
  relationsTitle: 'Welcher Kopf tut was?',
  relationsHint: (sentences) =>
    `Gemessen an ${count(sentences)} Sätzen, in denen bekannt ist, welches Wort wohin sehen müsste. Die eine Hälfte wählt die Köpfe, die andere ergibt diese Zahlen. Von den Objekten sind 70% Dinge, die anderen Menschen.`,
  rule: 'Ein Kopf bekommt einen Namen, wenn sein größtes Gewicht über Wörter in mindestens 75% der Zeilen richtig liegt, und mindestens 15 Prozentpunkte öfter als der beste feste Abstand (außer wenn die Beziehung selbst ein fester Abstand ist), in beiden Hälften der Sätze. Sonst steht dort der beste Kopf, ohne Namen.',
  notFound: (message) => `Die Köpfe ließen sich nicht messen. ${message}`,
  finding: (done, all) => `Satz ${count(done)} von ${count(all)} wird gelesen …`,
  search: 'Suchen',
  searchHint: 'Verben zu Objekten?',
  noRelation: 'Keine Beziehung heißt so.',
  relation: 'Von → nach',
  bestHead: 'Kopf',
  share: 'Zeilen richtig',
  interval: 'Intervall (95%)',
  offset: 'Bester fester Abstand',
  meanWeight: 'Mittleres Gewicht',
  name: 'Name verdient?',
  named: 'mit Namen',
  notNamed: 'ohne Namen',
  offsetOf: (share, distance) => `${share} bei ${distance}`,
  place: (layer, head) => `Schicht ${layer}, Kopf ${head}`,
  earned: (relation, share, offset) =>
    `${relation}: richtig in ${share} der Zeilen; der beste feste Abstand in ${offset}.`,
  save: 'Alle Werte speichern (CSV)',
  relations: {
    previous_word: 'Wort → das Wort davor',
    next_word: 'Wort → das nächste Wort',
    same_word_before: 'Nomen → dasselbe Nomen davor',
    determiner_to_noun: 'Begleiter → Nomen',
    adjective_to_noun: 'Adjektiv → Nomen',
    verb_to_subject: 'Verb → Subjekt',
    subject_to_verb: 'Subjekt → Verb',
    verb_to_object: 'Verb → Objekt',
    object_to_verb: 'Objekt → Verb',
    possessive_to_owner: 'Possessiv → Besitzer',
    pronoun_to_noun: 'Pronomen → Nomen',
    auxiliary_to_verb: 'Hilfsverb → Verb',
    preposition_to_object: 'Präposition → Objekt',
  },
  shortRelations: {
    previous_word: 'davor',
    next_word: 'danach',
    same_word_before: 'dasselbe',
    determiner_to_noun: 'Begl. → Nom.',
    adjective_to_noun: 'Adj. → Nom.',
    verb_to_subject: 'Verb → Subj.',
    subject_to_verb: 'Subj. → Verb',
    verb_to_object: 'Verb → Obj.',
    object_to_verb: 'Obj. → Verb',
    possessive_to_owner: 'Poss. → Nom.',
    pronoun_to_noun: 'Pron. → Nom.',
    auxiliary_to_verb: 'Hilfsv. → Verb',
    preposition_to_object: 'Präp. → Obj.',
  },
  valueWeighted: {
    title: 'Viel Gewicht, wenig Wert?',
    hint: 'Ein Token trägt sein Gewicht mal seinen Vektor v bei. Ist v kurz, bringt viel Gewicht wenig.',
    shares: (weights, weighted) =>
      `In diesem Kopf liegen ${weights} der Gewichte auf Trennzeichen, und ${weighted} von Gewicht × |v|.`,
    nothing: 'Meist sieht er dort also nichts an.',
    row: (token) => ['Was ', token, ' von jedem Token nimmt'],
    weight: 'Gewicht',
    length: '|v|',
    weighted: 'Gewicht × |v|, von der Zeile',
    token: 'Tokens',
  },
  switchOff: {
    title: 'Auf welche Köpfe kommt es an?',
    hint: 'Die Ähnlichkeit wird neu berechnet, während je ein Kopf ausgeschaltet ist. Ein Balken zeigt, um wie viel sie sich ändert: nach oben, die Texte sind ohne diesen Kopf ähnlicher. Ein Kopf mit Namen muss nicht wichtiger sein als andere.',
    start: (heads) => `Jeden der ${heads} Köpfe einmal ausschalten`,
    running: (done, all) => `${done} von ${all} Köpfen …`,
    chart: 'Änderung der Ähnlichkeit, wenn ein Kopf aus ist',
    change: 'Änderung',
    head: 'Kopf',
    largest: (place, change) => `Am meisten ohne ${place}: ${change}.`,
  },
  rounding: {
    title: 'Was ändert das Runden auf 8 Bit?',
    hint: 'Dieselben Texte gehen durch die Datei in 16 Bit, und jedes Gewicht jedes Kopfes wird verglichen. Danach wird die Datei wieder geschlossen.',
    start: (megabytes) => `Mit der Datei in 16 Bit vergleichen (${megabytes} MB)`,
    measured: (texts) =>
      `Über alle Köpfe, in ${count(texts)} Texten: dem von oben und den Beispielen.`,
    largest: 'größter Unterschied eines Gewichts',
    mean: 'größter Unterschied in einer Zeile, im Mittel über die Zeilen',
    otherKey: 'der Zeilen haben ihr größtes Gewicht an einem anderen Token',
    cosine: 'Kosinus der Textvektoren in 8 und in 16 Bit, der kleinste aller Texte',
  },
  similar: {
    title: 'Wie ähnlich sind diese Sätze?',
    hint: 'Das Modell macht aus jedem Satz einen Vektor: den Mittelwert seiner letzten Schicht. Zwei Sätze sind so ähnlich wie der Kosinus ihrer Vektoren, von −1 bis 1. Eine Zelle wählen: Dann steht darunter, von welchen Wörtern ihre Zahl kommt.',
    text: (number) => `Satz ${number}`,
    remove: (number) => `Satz ${number} entfernen`,
    add: 'Satz hinzufügen',
    matrix: 'Ähnlichkeiten',
    cell: (row, column, value) => `Satz ${row} und Satz ${column}: ${value}`,
    pair: (row, column, value) =>
      `Satz ${row} und Satz ${column}: ${value}. Von welchen Wörtern kommt das?`,
    itself: 'Ein Satz ist sich selbst gleich: 1, bei allen Wörtern. Bitte zwei Sätze wählen.',
    meaning:
      'Jede Zahl ist das, was von diesem Token in die erste Schicht geht, mal der Gradient der Ähnlichkeit: Über 0 würden die Sätze mit mehr von diesem Token ähnlicher, unter 0 weniger ähnlich. Die Summe ist nicht die Ähnlichkeit.',
    parts: 'Anteile der Tokens',
    token: 'Token',
    part: 'Anteil',
  },
  paths: {
    title: 'Ein Wort, Schicht für Schicht',
    hint: 'Der Vektor eines Wortes, in Sätzen mit zwei Bedeutungen. Schicht 0 ist sein Embedding: überall gleich, wo das Wort an derselben Stelle steht. Danach bringt jede Schicht etwas vom Satz hinein.',
    word: 'Wort',
    groups: ['Die eine Bedeutung', 'Die andere Bedeutung'],
    perLine:
      'Ein Satz je Zeile, mit dem Wort darin. Das Modell erfährt die Bedeutungen nicht, und auch die Achse entsteht ohne sie.',
    chart: 'Erste Hauptkomponente über die Schichten',
    axis: (share, common) =>
      `Nach oben und unten steht die erste Hauptkomponente der Vektoren, ohne den Mittelwert jeder Schicht: Auf ihr liegen ${share} der Varianz. Was abgezogen wurde, ist in allen Sätzen gleich: ${common} der ganzen Varianz.`,
    layer: (number) => `Schicht ${number}`,
    places:
      'Das Wort steht nicht in allen Sätzen an derselben Stelle: Auch das allein trennt die Linien.',
    sentence: 'Satz',
    noWord: (word, text) => `„${word}“ ist kein Wort von „${text}“.`,
  },
  arithmetic: 'Wie ein Gewicht entsteht',
  copyScript: 'Diese Zeile als PyTorch kopieren',
  toWord: 'Nach',
  noFile: (name) => `Die Datei ${name} fehlt. Bitte zusammen mit den anderen wählen.`,
  pickle: (name) =>
    `${name} ist ein Pickle und kann beim Öffnen jedes Programm ausführen. Bitte model.safetensors wählen.`,
  noJson: (name) => `${name} ist kein JSON oder kein Objekt.`,
  badIndex:
    'model.safetensors.index.json muss in weight_map sagen, in welcher .safetensors-Datei jeder Tensor liegt.',
  notInShard: (tensor, file) =>
    `Laut model.safetensors.index.json enthält ${file} den Tensor ${tensor}, dort fehlt er aber.`,
  notInIndex: (tensor, file) =>
    `${file} enthält den Tensor ${tensor}, davon steht in model.safetensors.index.json nichts.`,
  badTokenizer: 'tokenizer.json ist beschädigt: Daraus entsteht kein Tokenizer.',
  otherTokenizer: (kind) =>
    `tokenizer.json enthält einen Tokenizer der Art ${kind}. Öffnen lassen sich WordPiece und BPE.`,
  otherVocabulary: (id, size) =>
    `tokenizer.json gibt einem Token die Nummer ${id}, das Modell hat aber ${count(size)} Tokens. Die Datei gehört zu einem anderen Modell.`,
  cut: (max, tokens, after) =>
    `Das Modell liest höchstens ${count(max)} Tokens: Der Text wird nach „${after}“ abgeschnitten, ${tokens === 1 ? 'das letzte Token wird' : `die letzten ${count(tokens)} Tokens werden`} nicht gelesen.`,
  empty: 'Bitte mindestens ein Wort eingeben.',
};
