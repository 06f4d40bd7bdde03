/** The interface's words in German. */
import { divisorsOf, orList } from './divisors';
import type { Words } from './en';

// As in Austria: with a space between thousands, since the point is the decimal one on this page.
const count = (number: number) => number.toLocaleString('de-AT');
const quoted = (text: string) => `„${text}“`;
const instead = (came: string | number | null) =>
  came === null ? '' : `, nicht ${typeof came === 'string' ? quoted(came) : came}`;
const values = (number: number) => `${number} ${number === 1 ? 'Wert' : 'Werte'}`;

export const de: Words = {
  table: {
    summary: 'Tabelle',
    of: (what) => `: ${what}`,
    copy: 'Als Text mit Tabulatoren kopieren',
    copied: 'Kopiert.',
    refused: 'Die Zwischenablage wurde verweigert; stattdessen ist die Tabelle ausgewählt.',
  },
  open: {
    noQueries: 'Dieser Trace enthält kein q, k und v.',
    cells: (name, max, came) =>
      `${name} muss eine Matrix aus 1 bis ${count(max)} Zahlen sein; die Form ist ${came}.`,
    empty: 'Diese Datei ist leer.',
    unknown:
      'Das ist weder ein Trace dieses Labors (.json oder .npz) noch eine .npz-, .npy- oder .safetensors-Datei.',
    tooLarge: (max, came) => `Höchstens ${max} MB lassen sich lesen; das sind ${came} MB.`,
    expands: (max, came) =>
      `Höchstens ${max} MB lassen sich lesen; dieses Archiv ergibt ausgepackt ${came} MB.`,
    bytes: (where, expected, came) =>
      `${where}: unvollständig oder beschädigt, ${came} statt ${expected} Bytes.`,
    header: (where, max, came) =>
      `${where}: Ein Header kann höchstens ${max} Bytes haben; dieser hat ${came}.`,
    notNpy: (where) => `${where}: kein von NumPy gespeichertes Array.`,
    npyVersion: (where, came) =>
      `${where}: hat NumPys Format ${came}; lesbar sind 1.0, 2.0 und 3.0.`,
    npyHeader: (where, came) =>
      `${where}: Der Header braucht descr, fortran_order und shape; er lautet ${came}.`,
    type: (where, came) =>
      `${where}: hat den Typ ${came}; lesbar sind float16, 32, 64, bfloat16, ganze Zahlen und bool.`,
    shape: (where, came) => `${where}: Eine Form ist eine Liste ganzer Zahlen, nicht ${came}.`,
    axes: (where, max, came) =>
      `${where}: Ein Tensor kann höchstens ${max} Achsen haben; dieser hat ${came}.`,
    tooManyNumbers: (where, max, came) =>
      `${where}: Ein Tensor kann höchstens ${max} Zahlen haben; die Form von diesem ist ${came}.`,
    noTensors: 'Diese Datei enthält keine Tensoren.',
    tooManyTensors: (max, came) =>
      `Eine Datei kann höchstens ${max} Tensoren enthalten; diese enthält ${came}.`,
    name: (came, max) =>
      `Der Name eines Tensors muss 1 bis ${max} sichtbare Zeichen haben; dieser ist ${came}.`,
    twice: (name) => `Zwei Tensoren heißen ${name}.`,
    archive: (what) => `Diese NPZ-Datei ist unvollständig oder beschädigt: ${what}`,
    noDirectory: 'An ihrem Ende fehlt das Verzeichnis.',
    packing: (name) => `${name} ist anders als mit deflate komprimiert.`,
    entry: (name) => `${name} ist nicht, was das Verzeichnis angibt.`,
    overlap: 'Ihre Einträge überlappen sich.',
    gap: 'Sie enthält Bytes, die zu keinem Eintrag gehören.',
    sum: (name) => `Die Prüfsumme von ${name} stimmt nicht.`,
    pickle:
      'PyTorch-Dateien (.pt, .pth) enthalten Programme und werden nicht geöffnet: bitte als safetensors oder mit numpy.savez speichern.',
    safetensorsHeader: 'Der Header dieser safetensors-Datei ist kein gültiges JSON.',
    safetensorsTwice: 'Der Header dieser safetensors-Datei enthält einen Schlüssel doppelt.',
    reserved: (name) => `Ein Tensor darf nicht „${name}“ heißen.`,
    safetensorsMetadata: (came) => `__metadata__ muss Texte unter Namen enthalten, nicht ${came}.`,
    safetensorsEntry: (name, came) =>
      `${name}: Der Header braucht dtype, shape und data_offsets, nicht ${came}.`,
    offsets: (name, came) =>
      `${name}: data_offsets müssen am Ende des Tensors davor beginnen und zur Größe passen; sie sind ${came}.`,
    allTensors: 'Die Daten aller Tensoren',
    json: 'Diese JSON-Datei ist kein Trace dieses Labors.',
    trace: (came) => `Das ist kein Trace dieses Labors: ${came}.`,
    traceVersion: (expected, came) =>
      `Das Format dieses Traces hat Version ${came}; lesbar ist Version ${expected}.`,
    traceState: (came) => `Die Einstellungen in diesem Trace sind nicht lesbar: ${came}.`,
    traceTokens: (max, came) => `Ein Trace muss 1 bis ${max} Tokens haben, nicht ${came}.`,
    traceTensor: (name, came) => `${name} braucht axes, shape und Zahlen, nicht ${came}.`,
    numbers: (name, expected, came) => `${name} sollte ${expected} Zahlen haben, nicht ${came}.`,
  },
  difference: {
    heading: (field) => `Differenz (${field}): erstes Labor minus zweites`,
    masked:
      'Maskierte Scores haben keine Differenz, wo einer von ihnen −∞ ist: zu wählen ist field="scores" oder field="weights".',
    expected: (came) =>
      `Bitte zwei Labore mit ihren ids nennen, etwa of="eins zwei", nicht „${came}“.`,
  },
  embed: {
    title: 'In eine eigene Seite einbetten',
    close: 'Schließen',
    what: 'Was zu sehen ist',
    choices: {
      all: 'alles',
      row: 'Tokens und Balken',
      matrix: 'die Heatmap',
      both: 'Tokens, Balken und Heatmap',
      vector: 'Tokens und der Kontextvektor',
    },
    opened:
      'Was aus einer Datei geöffnet wurde, ist darin nicht enthalten: gezeigt werden Satz und Einstellungen.',
    frame: 'Ein iframe',
    frameNote:
      'Für jede Seite, die ein iframe annimmt. Das Skript passt die Höhe an; ohne das Skript erscheint eine Bildlaufleiste.',
    element: 'Die Elemente',
    elementNote:
      'Für Seiten, die Skripte haben dürfen. Mit einem Bundler: das Paket attention-lab importieren.',
    file: 'Eine Datei',
    fileNote:
      'Alles ohne Server und ohne Netz: zum Öffnen, zum Verteilen oder neben die eigene Seite gelegt.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    refused:
      'Die Zwischenablage wurde verweigert: Der Text ist ausgewählt und lässt sich per Tastatur kopieren.',
    download: 'attention-lab.html herunterladen',
    saved: 'Heruntergeladen, mit diesen Einstellungen.',
    notTheFile: 'Geladen wurde etwas anderes als attention-lab.html.',
    notSaved: (reason) => `Die Datei konnte nicht heruntergeladen werden: ${reason}`,
  },
  export: {
    export: 'Exportieren',
    open: 'Datei öffnen …',
    hint: '… oder hier ablegen: ein Trace, oder q, k und v oder Gewichte eines beliebigen Modells (NPZ, NPY, safetensors). Die Datei bleibt auf diesem Computer.',
    drop: 'Datei loslassen, um sie zu öffnen',
    notLoaded: 'Dieser Teil des Labors konnte nicht geladen werden.',
    code: 'Das Gezeigte als Code',
    numpy: 'Als NumPy kopieren',
    pytorch: 'Als PyTorch kopieren',
    trace: 'Der ganze Trace',
    asJson: 'JSON',
    asNpz: 'NPZ',
    tensor: 'Ein Tensor',
    asCsv: 'CSV',
    asNpy: 'NPY',
    tooMany: (most) => `Mehr als ${count(most)} Zahlen bitte als NumPy-Datei speichern.`,
    copied: 'Kopiert.',
    refused: 'Die Zwischenablage wurde verweigert; stattdessen ist der Text ausgewählt.',
    saved: (name) => `Dem Browser zum Speichern übergeben: ${name}`,
    beside: (name) => ['Das Skript liest ', name, '; bitte im selben Ordner speichern.'],
    saveBeside: 'Speichern',
    showText: 'Text zeigen',
    text: 'Text zum Kopieren',
    shown: (name) => [
      'Gezeigt werden Queries, Keys und Values aus ',
      name,
      '. Sie stehen nicht in der Adresse.',
    ],
    back: 'Zurück zum Satz',
    restored: (name) => `${name}: Satz und Einstellungen sind wieder da.`,
    differs: (name) =>
      `${name}: Die Einstellungen ergeben hier andere Zahlen; gezeigt werden deshalb die Queries, Keys und Values der Datei.`,
    inFile: (name) => ['In ', name],
    item: 'Element des Batches',
    attend: 'Berechnen',
    asMatrix: 'Als Matrix',
    which: (number) => `Welche von ${count(number)}, ab 0`,
  },
  given: {
    shape: (name, came) =>
      `${name} muss die Form [n, d_head], [head, n, d_head] oder [1, head, n, d_head] haben, nicht ${came}.`,
    count: (name, expected, came) => `${name} sollte ${expected} Zahlen haben und hat ${came}.`,
    finite: (name, came) => `${name} darf nur endliche Zahlen enthalten, nicht ${came}.`,
    keysAndValues: (k, v) => `k und v müssen dieselbe Form haben, nicht ${k} und ${v}.`,
    queriesAndKeys: (q, k) =>
      `q und k müssen dasselbe d_head haben, und die Kopfzahl von k muss die von q teilen; die Formen sind ${q} und ${k}.`,
    rows: (max, came) => `Höchstens ${max} Queries und Keys lassen sich zeigen; es sind ${came}.`,
    width: (max, came) =>
      `Höchstens ${max} Zahlen je Token, über alle Köpfe, lassen sich zeigen; es sind ${came}.`,
    scores: (max, came) =>
      `Höchstens ${max} Scores (Köpfe × Queries × Keys) lassen sich berechnen; es wären ${came}.`,
    tokens: (name, expected, came) => `${name} sollte ${expected} Tokens haben und hat ${came}.`,
  },
  lab: {
    head: (number) => `Kopf ${number}`,
    masked: 'maskiert',
    otherTokens: (number) => `${number} weitere Tokens`,
  },
  formula: {
    label: 'Kontext = Softmax(Q mal K transponiert durch die Wurzel aus d k, plus Maske) V',
    context: 'Kontext',
    mask: 'Maske',
    hint: 'Jedes Symbol führt zu seinen Zahlen; bei einer Zahl unter dem Zeiger leuchtet ihr Symbol auf.',
    goTo: (symbol) => `${symbol}: zu den Zahlen`,
    explained: (says) => `: ${says}`,
    symbols: {
      q: {
        name: 'Q, Queries',
        says: 'Eine Zeile je Token: wonach es sucht. Q = X W_Q.',
      },
      k: {
        name: 'K, Keys',
        says: 'Eine Zeile je Token: womit es sich finden lässt. K = X W_K.',
      },
      v: {
        name: 'V, Values',
        says: 'Eine Zeile je Token: was es weitergibt, wenn es beachtet wird. V = X W_V.',
      },
      scores: {
        name: '√dk, skalierte Scores',
        says: 'Wie gut jede Query zu jedem Key passt: ihr Skalarprodukt, geteilt durch √dₖ.',
      },
      masked_scores: {
        name: 'Maske',
        says: 'Scores von Keys, die eine Query nicht sehen darf, werden zu −∞, ihr Gewicht zu 0.',
      },
      weights: {
        name: 'Softmax, Gewichte',
        says: 'Macht aus jeder Zeile von Scores Gewichte: positiv und zusammen 100 %.',
      },
      context: {
        name: 'Kontext',
        says: 'Die Value-Zeilen, jede mit ihrem Gewicht multipliziert und aufsummiert: das Ergebnis für die Query.',
      },
    },
  },
  controls: {
    labels: {
      text: 'Satz',
      num_heads: 'Köpfe',
      head: 'Gezeigter Kopf',
      d_model: 'Modellgröße d_model',
      seed: 'Startwert',
      mask: 'Maske',
      positions: 'Positionscodierung',
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
        head === null ? 'gezeigt: ihr Mittel' : `gezeigt: Kopf ${head}`
      }) · Kopfgröße`,
  },
  tokens: {
    label: 'Tokens; das gewählte ist die Query',
    token: (token, number, share) => `${token}, Token ${number}, ${share}`,
  },
  bars: {
    heading: (token) => ['Gewichte von ', token],
    picture: (token) =>
      `Balkendiagramm der Gewichte von ${token}; die Tabelle darunter enthält die Zahlen.`,
    table: (token) => `Gewichte von ${token}`,
    key: 'Key',
    weight: 'Gewicht',
    share: 'Anteil',
    maskedTokens: (number) => `${number} maskierte Tokens`,
    notFinite: 'Ein Score dieser Zeile ist nicht endlich, daher hat sie keine Gewichte.',
    nothing: 'Dieses Token darf nichts beachten: Seine Gewichte sind 0.',
  },
  arithmetic: {
    heading: (query, key) => ['Wie ', query, ' dazu kommt, ', key, ' zu gewichten'],
    masked: (score) => `${score} + (−∞), maskiert =`,
    exponential: (score, largest) => `exp(${score} − ${largest}), abzüglich des Zeilenmaximums =`,
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
      `${heading}, ${rows} Zeilen mal ${columns} Spalten. Die Pfeiltasten gehen von Zelle zu Zelle, die Eingabetaste wählt die Zeile als Query.`,
    query: 'Query',
    token: 'Token',
    note: (row, rows) => `Zeile ${row} von ${rows}; die Kopie enthält alle.`,
  },
  legend: {
    colors: 'Farbskala',
    andMore: ' und mehr',
    range: (min, max) => `Minimum ${min}, Maximum ${max}`,
  },
  heads: { mean: 'Mittel' },
  vector: {
    heading: (token) => ['Kontext von ', token],
    allHeads: (number) => `alle Köpfe nebeneinander, ${values(number)}`,
    oneHead: (number) => `die Summe von Gewicht × Value-Zeile, ${values(number)}`,
    sum: 'ihre Summe, der Kontext',
    role: 'Balkendiagramm',
    label: (token, number) =>
      `Kontextvektor von ${token}, ${values(number)}. Die Pfeiltasten gehen von Wert zu Wert.`,
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
    retry: 'Noch einmal versuchen',
    starting: 'Die Engine startet …',
    embed: 'Einbetten …',
  },
  refused: {
    named: (name, why) => `${name}: ${why}`,
    wholeNumber: (min, max, came) =>
      `Bitte eine ganze Zahl von ${min} bis ${count(max)} eingeben${instead(came)}.`,
    number: (min, max, came) =>
      `Bitte eine Zahl von ${min} bis ${count(max)} eingeben${instead(came)}.`,
    characters: (max, came) =>
      `Höchstens ${count(max)} Zeichen sind möglich; dieser Text hat ${count(came)}.`,
    noWord: 'Bitte mindestens ein Wort eingeben.',
    tokens: (max, came) =>
      `Höchstens ${count(max)} Tokens sind möglich; dieser Text hat ${count(came)}.`,
    version: (version, came) =>
      came === null
        ? `Die Versionsangabe v=${version} fehlt.`
        : `Die Version ist ${quoted(came)}, diese Seite liest Version ${version}.`,
    oneOf: (name, choices, came) =>
      `${name} muss ${choices.join(' oder ')} sein, nicht ${quoted(came)}.`,
    suchAs: (name, example, came) =>
      `${name} muss aussehen wie ${example}, nicht wie ${quoted(came)}.`,
    state: (came) => `Erwartet wurde ein Zustand wie { v: 1, text: "…" }, erhalten: ${came}.`,
    stateName: (names, came) => `Erwartet wurden Einstellungen namens ${names}, erhalten: ${came}.`,
    stateSetting: (name, expected, came) =>
      `${name}: erwartet wurde ${expected}, erhalten: ${came}.`,
    link: (why) => `Dieser Link ließ sich nicht lesen: ${why} Gezeigt werden die Voreinstellungen.`,
    engine: {
      'd_model {} is not divisible by num_heads {}': (d_model, num_heads) =>
        `${d_model} Dimensionen lassen sich nicht gleichmäßig auf ${num_heads} Köpfe aufteilen. Möglich: ${orList(divisorsOf(d_model), 'oder')}.`,
      'The engine could not start: {}.': (why) => `Die Engine konnte nicht starten: ${why}.`,
      'The engine stopped: {}.': (why) => `Die Engine wurde unerwartet beendet: ${why}.`,
      'The engine has been closed.': () => 'Die Engine wurde geschlossen.',
    },
    other: (message) => `Der Rechenkern meldet, auf Englisch: ${message}`,
  },
  save: {
    save: 'Speichern',
    of: (what) => `: ${what}`,
    formats: {
      svg: 'Bild, SVG',
      png: 'Bild, PNG',
      csv: 'Zahlen, CSV',
      npy: 'Zahlen, NPY',
    },
    failed: (why) => `Das ließ sich nicht speichern: ${why}`,
    source: 'Attention Lab',
    followed: 'Query:',
    ownScale: 'Maximum des jeweiligen Kopfes',
    headByHead: 'Gewichte, Kopf für Kopf',
    formula: 'Skalierte Skalarprodukt-Attention',
    head: (head, heads) =>
      head === null ? `Mittel von ${heads} Köpfen` : `Kopf ${head + 1} von ${heads}`,
    heads: (heads) => (heads === 1 ? '1 Kopf' : `${heads} Köpfe`),
    masks: { none: 'keine Maske', causal: 'kausale Maske' },
    positions: { none: 'keine Positionen', sinusoidal: 'sinusförmige Positionen' },
    seed: (seed) => `Startwert ${seed}`,
    quoted,
  },
};
