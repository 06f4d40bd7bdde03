/** The interface's texts in German. */
import { count } from './count';
import { divisorsOf, orList } from '../forms/divisors';
import { embed } from './embed';
import { open } from './open';
import { picture } from './picture';
import { refusals } from './refusals';
import type { BaseWords, CatalogueParts } from '../en/base';
import { phrase } from '../forms/phrase';

const quoted = (text: string) => `„${text}“`;
const instead = (actual: string | number | null) =>
  actual === null ? '' : `, nicht ${typeof actual === 'string' ? quoted(actual) : count(actual)}`;
const values = (number: number) => `${number} ${number === 1 ? 'Wert' : 'Werte'}`;

/** Names of a trace's fields that German has words for. */
const fieldNames: Readonly<Record<string, string>> = { weights: 'Gewichte', context: 'Kontext' };

export const base: BaseWords = {
  clipboard: {
    copied: 'Kopiert.',
    textSelected:
      'Der Browser erlaubt keinen Zugriff auf die Zwischenablage. Der Text ist ausgewählt und lässt sich mit der Tastatur kopieren.',
    tableSelected:
      'Der Browser erlaubt keinen Zugriff auf die Zwischenablage. Die Tabelle ist ausgewählt und lässt sich mit der Tastatur kopieren.',
    saved: (name) =>
      `Der Browser erlaubt keinen Zugriff auf die Zwischenablage. Download gestartet: ${name}`,
  },
  table: {
    summary: 'Tabelle',
    of: (what) => `: ${what}`,
    copy: 'Als Text mit Tabulatoren kopieren',
  },
  open,
  difference: {
    heading: (field, first, second) =>
      `Differenz (${fieldNames[field] ?? field}): ${first} minus ${second}`,
    masked:
      'Maskierte Scores von −∞ lassen sich nicht subtrahieren. Bitte field="scores" oder field="weights" verwenden.',
    expected: (actual) =>
      `Bitte zwei Labore mit ihren IDs nennen, etwa of="eins zwei", nicht „${actual}“.`,
  },
  embed,
  export: {
    export: 'Exportieren',
    open: 'Datei öffnen …',
    hint: '… oder hier ablegen: einen gespeicherten Trace oder q, k und v oder Attention-Gewichte eines beliebigen Modells (NPZ, NPY, safetensors). Die Datei bleibt auf diesem Computer.',
    drop: 'Datei loslassen, um sie zu öffnen',
    code: 'Python-Code für diese Zahlen',
    numpy: 'Als NumPy kopieren',
    pytorch: 'Als PyTorch kopieren',
    trace: 'Vollständiger Trace',
    asJson: 'JSON',
    asNpz: 'NPZ',
    tensor: 'Ein Tensor',
    asCsv: 'CSV',
    asNpy: 'NPY',
    tooMany: (max) => `Zu groß: Mehr als ${count(max)} Zahlen bitte als NPY oder NPZ speichern.`,
    saved: (name) => `Download gestartet: ${name}`,
    scriptLoads: (name) =>
      phrase`Das Skript lädt ${name}. Bitte diese Datei im selben Ordner speichern.`,
    saveDataFile: 'Datei speichern',
    showText: 'Als Text anzeigen',
    text: 'Text zum Kopieren',
    shown: (name) =>
      phrase`Das sind die Queries, Keys und Values aus ${name}. Die Adresse dieser Seite enthält sie nicht.`,
    back: 'Zurück zum Satz',
    left: (name) => phrase`Statt ${name} wird Ihr Satz gezeigt.`,
    again: 'Die Datei wieder zeigen',
    restored: (name) => `Satz und Einstellungen aus ${name} sind wiederhergestellt.`,
    differs: (name) =>
      `${name}: Mit den Einstellungen der Datei ergaben sich hier andere Zahlen. Gezeigt werden deshalb die Queries, Keys und Values aus der Datei.`,
    inFile: (name) => phrase`Attention aus ${name}`,
    item: (number) => `Batch-Element, von 1 bis ${count(number)}`,
    attend: 'Attention berechnen',
    asMatrix: 'Einen Tensor ansehen',
    which: (number) => `Matrix, von 1 bis ${count(number)}`,
  },
  qkv: {
    shape: (name, actual) =>
      `${name} muss die Form [n, d_head], [head, n, d_head] oder [1, head, n, d_head] haben, nicht ${actual}.`,
    weightsShape: (name, actual) =>
      `${name} muss die Form [query, key], [head, query, key] oder [1, head, query, key] haben, nicht ${actual}.`,
    count: (name, expected, actual) =>
      `${name} sollte ${expected} Zahlen haben, hat aber ${actual}.`,
    finite: (name, actual) => `${name} darf nur endliche Zahlen enthalten, nicht ${actual}.`,
    keysAndValues: (k, v) =>
      `k und v müssen gleich viele Köpfe und gleich viele Tokens haben; die Formen sind ${k} und ${v}.`,
    queriesAndKeys: (q, k) =>
      `q und k müssen dasselbe d_head haben, und die Anzahl der Köpfe von q muss ein Vielfaches der von k sein; die Formen sind ${q} und ${k}.`,
    rows: (max, actual) =>
      `Höchstens ${max} Queries und Keys lassen sich anzeigen, es sind aber ${actual}.`,
    width: (max, actual) =>
      `Höchstens ${max} Zahlen je Token, über alle Köpfe, lassen sich anzeigen, es sind aber ${actual}.`,
    scores: (max, actual) =>
      `Höchstens ${max} Scores (Köpfe × Queries × Keys) lassen sich berechnen, es wären aber ${actual}.`,
    tokens: (name, expected, actual) =>
      `${name} sollte ${expected} Tokens haben, hat aber ${actual}.`,
  },
  marks: { comma: ', ', semicolon: '; ', colon: ': ', decimal: ',' },
  lab: {
    head: (number) => `Kopf ${number}`,
    headIn: (layer, number) => `${layer}, Kopf ${number}`,
    inCode: (name, head, attention) =>
      attention === undefined
        ? `${name} (im Code ${head})`
        : `${name} (${attention}, Kopf ${head})`,
    untrained: 'untrainiert: zufällige Parameter',
    masked: 'maskiert',
    otherTokens: (number) => `${number} weitere Tokens`,
    notLoaded: 'Dieser Teil des Labors konnte nicht geladen werden.',
    retry: 'Noch einmal versuchen',
  },
  formula: {
    label: 'Kontext = Softmax(Q mal K transponiert, durch die Wurzel aus d k, plus Maske) mal V',
    context: 'Kontext',
    mask: 'Maske',
    hint: 'Ein Klick auf ein Symbol führt zu seinen Zahlen. Zeigt oder tippt man auf eine Zahl, wird ihr Symbol hervorgehoben.',
    goTo: (symbol) => `${symbol}: zu den Zahlen`,
    explained: (meaning) => `: ${meaning}`,
    projected: (letter) => `${letter} = X W_${letter}.`,
    symbols: {
      q: {
        name: 'Q, Queries',
        meaning: 'Eine Zeile je Token: wonach das Token sucht.',
      },
      k: {
        name: 'K, Keys',
        meaning: 'Eine Zeile je Token: womit die Queries verglichen werden.',
      },
      v: {
        name: 'V, Values',
        meaning: 'Eine Zeile je Token: was das Token weitergibt, wenn es beachtet wird.',
      },
      scores: {
        name: '√dk, skalierte Scores',
        meaning: 'Wie gut jede Query zu jedem Key passt: ihr Skalarprodukt, geteilt durch √dₖ.',
      },
      masked_scores: {
        name: 'Maske',
        meaning:
          'Der Score jedes Keys, den eine Query nicht sehen darf, wird zu −∞, sein Gewicht also zu 0.',
      },
      weights: {
        name: 'Softmax, Gewichte',
        meaning:
          'Macht aus jeder Zeile von Scores Gewichte von 0 bis 100\u00a0%, die zusammen 100\u00a0% ergeben.',
      },
      context: {
        name: 'Kontext',
        meaning:
          'Die Summe der Value-Zeilen, jede mit ihrem Gewicht multipliziert: das Ergebnis für die Query.',
      },
    },
  },
  controls: {
    labels: {
      text: 'Satz',
      num_heads: 'Köpfe',
      head: 'Gezeigter Kopf',
      d_model: 'Modelldimension d_model',
      seed: 'Startwert',
      mask: 'Maske',
      positions: 'Positionscodierung',
      temperature: 'Temperatur',
    },
    choices: {
      mask: { none: 'keine', causal: 'kausal' },
      positions: { none: 'aus', sinusoidal: 'sinusförmig' },
    },
    less: (setting) => `${setting}: weniger`,
    more: (setting) => `${setting}: mehr`,
    meanOfHeads: 'Mittel aller',
    status: (tokens, heads, head) =>
      `${tokens} ${tokens === 1 ? 'Token' : 'Tokens'} · ${heads} ${heads === 1 ? 'Kopf' : 'Köpfe'} (${
        head === null ? 'gezeigt: ihr Mittel' : `gezeigt: Kopf ${head}, im Code ${head - 1}`
      })`,
    computing: 'Wird berechnet …',
    size: 'Kopfdimension',
  },
  tokens: {
    label: 'Tokens; das ausgewählte ist die Query',
    token: (token, number, share) => `${token}, Token ${number}, ${share}`,
  },
  bars: {
    heading: (token) => phrase`Gewichte von ${token}`,
    picture: (token) =>
      `Balkendiagramm der Gewichte von ${token}; die Tabelle darunter enthält die Zahlen.`,
    table: (token) => `Gewichte von ${token}`,
    key: 'Key',
    weight: 'Gewicht',
    share: 'Anteil',
    maskedTokens: (number) => `${number} maskierte Tokens`,
    notFinite: 'Diese Zeile enthält einen nicht endlichen Score und hat daher keine Gewichte.',
    nothing: 'Die Maske verbirgt vor diesem Token alle Keys, daher sind alle seine Gewichte 0.',
  },
  arithmetic: {
    heading: (query, key, share) => phrase`Warum ${query} dem Wort ${key} ${share} gibt`,
    masked: (score) => `${score} + (−∞), maskiert =`,
    exponential: (score, max) => `exp(${score} − ${max}) =`,
    why: 'exp(Score − größter Score der Zeile): So wird keine Zahl zu groß, und die Anteile bleiben gleich.',
    tempered: (temperature) =>
      `Jeder Score wird zuerst durch die Temperatur ${temperature} geteilt.`,
    mean: 'Mittel',
    products: (number) => `… (${number} Produkte)`,
  },
  steps: {
    label: 'In der Heatmap gezeigte Matrix',
    scores: 'Scores',
    masked_scores: 'maskierte Scores',
    weights: 'Gewichte',
  },
  heatmap: {
    titles: {
      q: 'Q, Queries',
      k: 'K, Keys',
      v: 'V, Values',
      scores: 'Scores, q·k / √dₖ',
      masked_scores: 'Maskierte Scores',
      weights: 'Gewichte, Softmax jeder Zeile',
      context: 'Kontext',
    },
    meanOfHeads: 'Mittel der Köpfe',
    allHeads: 'alle Köpfe',
    grid: (heads) => `${heads}, Queries ↓ Keys →`,
    size: (heads, rows, columns) => `${heads}, ${rows} × ${columns}`,
    role: 'Heatmap',
    label: (heading, rows, columns) =>
      `${heading}, ${rows} ${rows === 1 ? 'Zeile' : 'Zeilen'} mal ${columns} ${columns === 1 ? 'Spalte' : 'Spalten'}. Die Pfeiltasten führen von Zelle zu Zelle, die Eingabetaste wählt die Zeile als Query.`,
    query: 'Query',
    token: 'Token',
    note: (row, rows) => `Zeile ${row} von ${rows}. Kopiert werden alle Zeilen.`,
  },
  legend: {
    colors: 'Farbskala',
    andMore: ' und mehr',
    range: (min, max) => `Minimum ${min}, Maximum ${max}`,
  },
  heads: { mean: 'Mittel', oneScale: 'eine Skala für alle Köpfe' },
  zoom: {
    label: 'Zellengröße',
    in: 'Zellen vergrößern',
    out: 'Zellen verkleinern',
    range: (rows, columns) => `Zeilen ${rows}, Spalten ${columns}`,
  },
  vector: {
    heading: (token) => phrase`Kontext von ${token}`,
    allHeads: (number) => `alle Köpfe nebeneinander, ${values(number)}`,
    oneHead: (number) => `die Summe von Gewicht × Value-Zeile, ${values(number)}`,
    sum: 'ihre Summe, der Kontext',
    role: 'Balkendiagramm',
    label: (token, number) =>
      `Kontextvektor von ${token}, ${values(number)}. Die Pfeiltasten führen von Wert zu Wert.`,
    table: (token) => `Kontext von ${token}`,
    part: 'Teil',
    context: 'Kontext',
  },
  playground: {
    tokens: 'Tokens',
    weights: 'Gewichte der Query',
    matrix: 'Matrix der Gewichte',
    projections: 'Queries, Keys und Values',
    context: 'Kontextvektor',
    starting: 'Die Engine startet …',
    embed: 'Einbetten …',
  },
  refused: {
    named: (name, why) => `${name}: ${why}`,
    wholeNumber: (min, max, actual) =>
      `Bitte eine ganze Zahl von ${min} bis ${count(max)} eingeben${instead(actual)}.`,
    number: (min, max, actual) =>
      `Bitte eine Zahl von ${count(min)} bis ${count(max)} eingeben${instead(actual)}.`,
    characters: (max, actual) =>
      `Höchstens ${count(max)} Zeichen sind möglich; dieser Text hat ${count(actual)}.`,
    noWord: 'Bitte mindestens ein Wort eingeben.',
    tokens: (max, actual) =>
      `Höchstens ${count(max)} Tokens sind möglich; dieser Text hat ${count(actual)}.`,
    version: (version, actual) =>
      `Die Version ist ${quoted(actual)}, diese Seite liest aber Version ${version}.`,
    oneOf: (name, choices, actual) =>
      `${name} muss ${choices.join(' oder ')} sein, nicht ${quoted(actual)}.`,
    suchAs: (name, example, actual) =>
      `${name} muss aussehen wie ${example}, nicht wie ${quoted(actual)}.`,
    state: (actual) => `Erwartet wurde ein Zustand wie { v: 3, text: "…" }, erhalten: ${actual}.`,
    stateName: (names, actual) => `Erwartet: Einstellungen namens ${names}, erhalten: ${actual}.`,
    stateSetting: (name, expected, actual) => `${name}: erwartet ${expected}, erhalten ${actual}.`,
    link: (why) => `Dieser Link ließ sich nicht lesen: ${why} Es gelten die Voreinstellungen.`,
    linkPart: (why) =>
      `Ein Teil dieses Links ließ sich nicht verwenden: ${why} Alles andere gilt wie im Link.`,
    unknownSetting: (name) => `„${name}“ ist keine Einstellung dieser Seite.`,
    engine: {
      'expected num_heads to divide d_model {}, got {}': (d_model, num_heads) =>
        `${d_model} Dimensionen lassen sich nicht gleichmäßig auf ${num_heads} Köpfe aufteilen. Möglich: ${orList(divisorsOf(d_model), 'oder')}.`,
      'this trainer was lost when the engine stopped: create another': () =>
        'Die Engine wurde beendet und mit ihr dieses Training. Bitte neu starten.',
      '{} has a NaN or an infinity in step {}: the model is that of step {}': (
        tensor,
        step,
        last,
      ) =>
        `In Schritt ${step} ist ${tensor} nicht endlich; bis Schritt ${last} sind alle Zahlen endlich. Eine kleinere Lernrate kann helfen.`,
      'expected words of the vocabulary, got {}': (names) =>
        `Das Modell kennt ${names} nicht. Möglich sind die Tokens seines Vokabulars.`.replace(
          ' ... ',
          ' … ',
        ),
      'expected {} tokens, got {}': (expected, count) =>
        `Es müssen ${expected} Tokens sein, nicht ${count}.`,
      'expected {} to {} tokens, got {}': (min, max, count) =>
        `Es müssen ${min} bis ${max} Tokens sein, nicht ${count}.`,
    },
    templates: refusals,
    other: (message) => `Die Engine meldet, auf Englisch: ${message}`,
  },
  picture,
  save: {
    save: 'Speichern',
    of: (what) => `: ${what}`,
    formats: {
      svg: 'Bild, SVG',
      png: 'Bild, PNG',
      csv: 'Zahlen, CSV',
      npy: 'Zahlen, NPY',
    },
    failed: (why) => `Speichern fehlgeschlagen: ${why}`,
    source: 'Attention Lab',
    headByHead: 'Gewichte, Kopf für Kopf',
    formula: 'Skalierte Skalarprodukt-Attention',
    quoted,
  },
};

/** The texts that only some pages show: each is loaded with the code that shows it. */
export const parts: CatalogueParts = {
  changes: () => import('./changes'),
  fileWeights: () => import('./weights'),
  guess: () => import('./guess'),
  languageModel: () => import('./language-model'),
  otherModel: () => import('./other-model'),
  page: () => import('./page'),
  recipe: () => import('./recipe'),
  report: () => import('./report'),
  story: () => import('./story'),
  trained: () => import('./trained'),
  training: () => import('./training'),
  digits: async () => (await import('./digits')).digits,
  views: async () => (await import('./views')).views,
};
