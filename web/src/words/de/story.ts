/** The texts of `<attention-story>` in German. */
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

const norm =
  'Jede Zeile wird normiert (Layer-Norm: Mittelwert 0 und Varianz 1; RMS-Norm: mittleres Quadrat 1), dann mit gelernten Faktoren multipliziert; eine Layer-Norm addiert noch gelernte Verschiebungen.';

export const story: Words['story'] = {
  heading: 'Vom Token zur Antwort',
  label: 'Die Rechnung, eine Zeile je Schritt',
  hint: 'Jede Zeile ist ein Schritt und steht unter den Tokens, zu denen sie gehört. Jede Zahl lässt sich ändern: Alle Schritte danach werden neu berechnet.',
  ofImage: {
    heading: 'Vom Bild zur Antwort',
    hint: 'Jede Zeile ist ein Schritt und steht unter dem Klassentoken ([CLS]) und den Feldern des Bildes, nach Zeile und Spalte. Jede Zahl lässt sich ändern: Alle Schritte danach werden neu berechnet.',
  },
  placed: 'Eine kleine tiefgestellte Zahl ist die Stelle eines Tokens, das mehrmals vorkommt.',
  formula: 'Die Formel: Jedes Symbol führt zu seinem Schritt',
  word: 'Token',
  layer: (number) => `Schicht ${number}`,
  encoder: (number) => `Encoder, Schicht ${number}`,
  decoder: (number) => `Decoder, Schicht ${number}`,
  cross: (number) => `Cross-Attention, Schicht ${number}`,
  layers: 'Schicht',
  heads: 'Kopf',
  noStage: (layer, stage) =>
    `Schicht ${layer} hat keinen Schritt „${stage}“. Gezeigt werden ihre Gewichte.`,
  stages: {
    tokens: { name: 'Tokens', says: 'Jedes Token als Zahl: sein Index im Vokabular.' },
    embedding_sum: {
      name: 'Einbettung',
      says: 'Jedes Token wird zur Summe gelernter Zeilen: einer für das Token, einer für seine Position und, falls das Modell Typen hat, einer für seinen Typ.',
    },
    embedding_norm: { name: 'Normierung', says: norm },
    embedded: { name: 'Einbettung', says: 'Jedes Token wird zu einer Zeile gelernter Zahlen.' },
    input: { name: 'Eingabe', says: 'Die Zeilen, die die vorige Schicht berechnet hat.' },
    norm_1: { name: 'Normierung', says: norm },
    q: {
      name: 'Query',
      says: 'Wonach jedes Token sucht: seine Eingabezeile mal W_Q, plus ein gelernter Bias b.',
    },
    memory: {
      name: 'Encoder-Ausgabe',
      says: 'Die Ausgabe des Encoders für jedes Token: Daraus werden Keys und Values berechnet.',
    },
    k: {
      name: 'Key',
      says: 'Womit die Queries verglichen werden: die Eingabezeile jedes Tokens mal W_K, plus b.',
    },
    v: {
      name: 'Value',
      says: 'Was jedes Token an die weitergibt, die auf es schauen: seine Eingabezeile mal W_V, plus b.',
    },
    scores: {
      name: 'Scores',
      says: 'Wie gut die Query des gewählten Tokens zu jedem Key passt: ihr Skalarprodukt, geteilt durch √d_k; d_k ist d_head.',
    },
    mask: {
      name: 'Maske',
      says: 'Die Scores plus die Maske: 0, wo das Token hinschauen darf, sonst −∞.',
    },
    weights: {
      name: 'Gewichte',
      says: 'Softmax: exp(Score − größter Score der Zeile), geteilt durch die Summe der Zeile. Die Anteile ergeben zusammen 100\u00a0%.',
    },
    weighted: { name: 'Gewicht × Value', says: 'Der Value jedes Tokens mal sein Gewicht.' },
    context: {
      name: 'Kontext',
      says: 'Die Summe der gewichteten Values: was dieser Kopf gefunden hat.',
    },
    concat: {
      name: 'Verkettete Köpfe',
      says: 'Die Kontexte aller Köpfe dieser Schicht nebeneinander.',
    },
    output: { name: 'Ausgabe', says: 'Die verketteten Köpfe mal W_O: wieder so breit wie X.' },
    residual_1: {
      name: 'Residuum',
      says: 'Die Ausgabe wird zur Eingabe addiert: So behält jedes Token seinen eigenen Vektor.',
    },
    norm_2: { name: 'Normierung', says: norm },
    feed_forward: {
      name: 'Feed-Forward',
      says: 'Jedes Token für sich: mal W_1, durch eine Aktivierungsfunktion, mal W_2.',
    },
    residual_2: {
      name: 'Residuum',
      says: 'Die Ausgabe des Feed-Forward-Netzes wird zur Eingabe addiert.',
    },
    next_layer: {
      name: 'Nächste Schicht',
      says: 'Dieselben Schritte noch einmal, mit den neuen Zeilen: wohin das Token in der nächsten Schicht schaut.',
    },
    final_norm: { name: 'Letzte Normierung', says: norm },
    to_decoder: {
      name: 'An den Decoder',
      says: 'Die Ausgabe des Encoders für jedes Token geht an den Decoder, der daraus Keys und Values berechnet.',
    },
    prediction: {
      name: 'Vorhersage',
      says: 'Eine Zeile von N, der Ausgabe der letzten Schicht, mal W_out: ein Logit je möglicher Antwort. Softmax macht aus den Logits Wahrscheinlichkeiten.',
    },
    pooled: {
      name: 'Satzvektor',
      says: 'Der Mittelwert der Zeilen der letzten Schicht über alle Tokens: der Vektor des Modells für den ganzen Text.',
    },
    similarity: {
      name: 'Ähnlichkeit',
      says: 'Der Kosinus zwischen diesem Vektor und denen anderer Texte: 1, wo beide in dieselbe Richtung zeigen.',
    },
  },
  rowOf: (note, word) => phrase`${note} Es ist die Zeile von „${word}“.`,
  probability: 'Wahrscheinlichkeit',
  maskedPrediction:
    'Was der Ausgabekopf für maskierte Wörter beim gewählten Token vorhersagt: eine kleine Schicht g, dann mal die Einbettungstabelle der Tokens. Softmax über das ganze Vokabular.',
  stored: {
    as: (form) => `Die Matrizen dieses Modells sind als ${form} gespeichert.`,
    ofHead:
      'Zu sehen ist der Teil dieses Kopfes, in gewöhnliche Zahlen umgerechnet. Eine Änderung einer ganzen Zeile oder Spalte betrifft alle Köpfe, die sie teilen.',
    ofLayer: 'Zu sehen sind sie in gewöhnliche Zahlen umgerechnet.',
    reach:
      'Änderungen gelten für den Satz und für die Texte, mit denen er hier verglichen wird; die Abschnitte weiter unten rechnen mit den gelernten Parametern.',
    hidden:
      'Die Parameter dieses Schritts werden nicht gezeigt, aber jede Zahl, die sie berechnen, lässt sich ändern.',
  },
  embeddedPatches: {
    name: 'Einbettung',
    says: 'Jedes Feld von 7 × 7 Pixeln mal W_patch. Das Klassentoken davor ist eine gelernte Zeile.',
  },
  positions: {
    added: 'Der Vektor seiner Position kommt hinzu.',
    rotary: 'Seine Position kommt später hinzu: Sie dreht Queries und Keys.',
    none: 'Nichts sagt dem Modell, wo das Token steht.',
  },
  rope: 'RoPE dreht das Ergebnis je nach Position des Tokens.',
  of: (field, word) => `${field} von ${word}`,
  stageOf: (stage, word) => phrase`${stage} von ${word}`,
  similarTo: (text) => `Ähnlichkeit mit „${text}“`,
  pair: (field, from, to) => `${field} von ${from} für ${to}`,
  allWords: 'allen Tokens',
  forAllWords: 'alle Tokens',
  allAnswers: 'allen Antworten',
  row: (number) => `Zeile ${number}`,
  column: (number) => `Spalte ${number}`,
  dimension: (number) => `Dimension ${number}`,
  fields: {
    embedding_sum: 'Summe der Einbettungen',
    embedded: 'Einbettung',
    norm_1: 'Normierung',
    norm_2: 'Normierung',
    residual_1: 'Residuum',
    residual_2: 'Residuum',
    scores: 'Score',
    masked_scores: 'maskierter Score',
    weights: 'Gewicht',
    context: 'Kontext',
    output: 'Ausgabe',
    activated: 'Aktivierung',
    y: 'Feed-Forward',
    logits: 'Logit',
    log_probabilities: 'Log-Wahrscheinlichkeit',
    pooled: 'Satzvektor',
    contributions: 'gewichteter Value',
  },
  product: 'Er ist das Produkt zweier Zahlen. Ändern Sie eine davon:',
  writeWord: 'Einen eigenen Text mit einem anderen Token an dieser Stelle schreiben',
  classToken: 'Klassentoken',
  atStep: (step, steps) =>
    `Das Modell des Films bei Schritt ${step} von ${steps}, hier und jetzt trainiert. Ein Link zeigt das Modell nach dem Training.`,
  everyWord: {
    weights: 'Gewichte aller Tokens',
    context: (word) => phrase`Kontext von ${word}`,
    rows: (dimensions) =>
      dimensions === 1
        ? 'Jede Zeile ist der Value eines Tokens mal dessen Gewicht. Die Summe der Zeilen ist der Kontext.'
        : `Jede Zeile enthält die ${dimensions} Zahlen des Values eines Tokens, jede mal dessen Gewicht. Die Summe der Zeilen ist der Kontext.`,
    sum: 'Summe',
    off: 'Dieser Kopf ist aus: Sein Kontext wird auf 0 gesetzt, was auch immer die Zeilen ergeben.',
  },
  matrices: 'Matrizen',
  matrix: (name, rows, columns) => `${name}, ${rows} × ${columns}`,
  matrixKeys:
    'Pfeiltasten führen von Zelle zu Zelle, die Eingabetaste oder eine Ziffer ändert die Zahl. Umschalt+Leertaste wählt die Zeile, Strg+Leertaste die Spalte, Strg+A alles.',
  gradient: 'Gradient',
  scope: 'Ändern',
  scopes: { cell: 'diese Zahl', row: 'ihre Zeile', column: 'ihre Spalte', all: 'alle' },
  count: (count) => `${count} Zahlen`,
  setAll: 'Alle setzen auf',
  place: (number, count) => `${number} von ${count}`,
  back: 'zurück',
  next: 'weiter',
  dimensionOf: (number, count) => `Dimension ${number} von ${count}`,
  dimensionsOf: (from, to, count) => `Dim. ${from}–${to} von ${count}`,
  previousDimension: 'Vorige Dimension',
  nextDimension: 'Nächste Dimension',
  open: (word, count) => phrase`Alle ${count} Zahlen von ${word}`,
  openPooled: (count) => `Alle ${count} Zahlen des Satzvektors`,
  close: 'Weniger Zahlen',
  closeMatrix: 'Schließen',
  looks: (word, other, share, layer) => phrase`${word} → ${other} ${share} (${layer})`,
  isOff: (what) => `${what} ist aus`,
  forced: (formula) => phrase`von Ihnen gesetzt statt ${formula}`,
  zeroed: (formula) => phrase`aus: 0 statt ${formula}`,
  forcedNote: 'Diese Zeile haben Sie gesetzt: Sie ist nicht der Softmax der Zeile darüber.',
  unscaledNote:
    'Sie haben diese Zeile geändert. Sie wird nicht neu normiert; ihre Summe ist also nicht unbedingt 100\u00a0%.',
  zeroedNote: 'Dieser Kopf ist aus: Sein Kontext ist auf 0 gesetzt.',
  saysFor: (word, answer, share) => phrase`Antwort für ${word}: ${answer} ${share}`,
  says: (answer, share) => phrase`Antwort: ${answer} ${share}`,
  hidden: 'von der Maske verdeckt',
  value: 'Wert',
  less: 'Weniger',
  more: 'Mehr',
  undo: 'Rückgängig',
  undoAll: 'Alles rückgängig',
  done: 'Fertig',
  edited: 'Gestrichelt und durchgestrichen: ohne die Änderungen.',
  unedited:
    'Keine Zahl ist geändert. Wählen Sie eine und tippen Sie, oder ziehen Sie sie seitwärts.',
  fromZeroToOne: 'Geben Sie 1 für 100\u00a0% ein. Die anderen Gewichte der Zeile bleiben.',
  inEveryExample: 'Dieselbe Stelle ändert sich in jedem Beispiel oben, das sie hat.',
  notNumber: (actual) => `Bitte eine Zahl wie −0,5 eingeben${actual && `, nicht „${actual}“`}.`,
  raise: 'Was würde diese Zahl erhöhen?',
  flat: 'Nahe 0\u00a0% und 100\u00a0% wirkt sich eine kleine Änderung irgendeiner Zahl kaum auf einen Anteil aus: Diese Gradienten sind fast 0 und sagen wenig.',
  steeper: (field) => `Stattdessen Gradient: ${field}`,
  stopRaise: 'Nicht mehr zeigen, was sie erhöht',
  raised: (what) =>
    `Unter jeder Zahl: ihr Gradient, also wie stark sich ${what} je Einheit ändert, wenn sich die Zahl ein wenig ändert. Alle Balken haben dieselbe Skala.`,
  raisedMost: (share) => `Längster Balken: ${share}.`,
  raises: 'erhöht',
  lowers: 'verringert',
  nothingRaises: 'Keine hier gezeigte Zahl beeinflusst sie.',
  scale: ['unter 0', 'über 0,'],
  ownScale: 'jede Zeile mit eigener Skala',
  end: 'Ende',
  table: (stage) => `Alle Zahlen: ${stage}`,
};
