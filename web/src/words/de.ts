/** The interface's words in German. */
import type { Words } from './words';

export const de: Words = {
  table: {
    summary: 'Tabelle',
    of: (what) => `: ${what}`,
    copy: 'Als Text mit Tabulatoren kopieren',
    copied: 'Kopiert.',
    refused: 'Die Zwischenablage wurde verweigert; stattdessen ist die Tabelle ausgewählt.',
  },
  open: {
    empty: 'Erwartet wurde eine Datei mit Inhalt, gekommen ist eine leere.',
    unknown:
      'Erwartet wurde eine Spur dieses Labors (.json oder .npz), .npz, .npy oder .safetensors, gekommen ist etwas anderes.',
    tooLarge: (most, came) =>
      `Erwartet wurden höchstens ${most / 2 ** 20} MB, gekommen sind ${Math.ceil(came / 2 ** 20)} MB.`,
    expands: (most, came) =>
      `Erwartet wurde ein Archiv, das ausgepackt höchstens ${most / 2 ** 20} MB groß ist, gekommen sind ${Math.ceil(came / 2 ** 20)} MB.`,
    bytes: (where, expected, came) =>
      `${where}: erwartet wurden ${expected} Bytes, gekommen sind ${came}.`,
    header: (where, most, came) =>
      `${where}: erwartet wurde ein Kopf von höchstens ${most} Bytes, gekommen sind ${came}.`,
    notNpy: (where) =>
      `${where}: erwartet wurde ein von NumPy gespeichertes Array, gekommen ist etwas anderes.`,
    npyVersion: (where, came) =>
      `${where}: erwartet wurde NumPys Format 1.0, 2.0 oder 3.0, gekommen ist ${came}.`,
    npyHeader: (where, came) =>
      `${where}: erwartet wurden descr, fortran_order und shape, gekommen ist ${came}.`,
    type: (where, came) =>
      `${where}: erwartet wurden Zahlen (float16, 32, 64, bfloat16, ganze Zahlen oder bool), gekommen ist der Typ ${came}.`,
    shape: (where, came) =>
      `${where}: erwartet wurde eine Form aus ganzen Zahlen, gekommen ist ${came}.`,
    axes: (where, most, came) =>
      `${where}: erwartet wurden höchstens ${most} Achsen, gekommen sind ${came}.`,
    tooManyNumbers: (where, most, came) =>
      `${where}: erwartet wurden höchstens ${most} Zahlen, gekommen ist die Form ${came}.`,
    noTensors: 'Erwartet wurde mindestens ein Tensor, gekommen ist keiner.',
    tooManyTensors: (most, came) =>
      `Erwartet wurden höchstens ${most} Tensoren, gekommen sind ${came}.`,
    name: (came, most) =>
      `Erwartet wurde ein Name aus 1 bis ${most} sichtbaren Zeichen, gekommen ist ${came}.`,
    twice: (name) =>
      `Erwartet wurden Tensoren mit verschiedenen Namen, „${name}“ kommt zweimal vor.`,
    archive: (what) => `Das Archiv ist beschädigt: ${what}`,
    noDirectory: 'erwartet wurde sein Verzeichnis am Ende, und nichts dahinter.',
    packing: (name) =>
      `${name}: erwartet wurde ein Eintrag, der unverändert oder mit deflate gepackt ist, gekommen ist eine andere Art.`,
    entry: (name) => `${name}: Der Eintrag ist nicht, was das Verzeichnis sagt.`,
    overlap: 'Seine Einträge überlappen sich.',
    sum: (name) => `${name}: Die Prüfsumme stimmt nicht.`,
    pickle:
      'Erwartet wurden Arrays, gekommen ist eine PyTorch-Datei (.pt, .pth), die ein Programm enthält: bitte als safetensors oder mit numpy.savez speichern.',
    safetensorsHeader:
      'Erwartet wurde der Kopf einer safetensors-Datei in JSON, gekommen ist etwas anderes.',
    safetensorsEntry: (name, came) =>
      `${name}: erwartet wurden dtype, shape und data_offsets, gekommen ist ${came}.`,
    offsets: (name, came) =>
      `${name}: erwartet wurden data_offsets seiner Größe, am Ende des Tensors davor; gekommen ist ${came}.`,
    allTensors: 'Alle Tensoren',
    json: 'Erwartet wurde eine Spur dieses Labors in JSON, gekommen ist etwas anderes.',
    trace: (came) => `Erwartet wurde eine Spur dieses Labors, gekommen ist ${came}.`,
    traceVersion: (expected, came) =>
      `Erwartet wurde Version ${expected} des Formats der Spur, gekommen ist ${came}.`,
    traceState: (came) => `Erwartet wurden Einstellungen dieses Labors, gekommen ist ${came}.`,
    traceTokens: (most, came) => `Erwartet wurden 1 bis ${most} Tokens, gekommen ist ${came}.`,
    traceTensor: (name, came) =>
      `${name}: erwartet wurden axes, shape und Zahlen, gekommen ist ${came}.`,
    numbers: (name, expected, came) =>
      `${name}: erwartet wurden ${expected} Zahlen, gekommen sind ${came}.`,
  },
  difference: {
    heading: (field) => `Differenz (${field}): erstes Labor minus zweites`,
    expected: (came) =>
      `Erwartet wurden die ids zweier Labore, etwa of="eins zwei", gegeben ist „${came}“.`,
  },
  embed: {
    button: 'Einbetten …',
    title: 'In eine eigene Seite einbetten',
    close: 'Schließen',
    what: 'Was zu sehen ist',
    choices: {
      all: 'alles',
      row: 'Token und Balken',
      matrix: 'die Heatmap',
      both: 'Token, Balken und Heatmap',
      vector: 'Token und der Kontextvektor',
    },
    frame: 'Ein Rahmen',
    frameNote:
      'Für jede Seite, die ein iframe annimmt. Das Skript passt die Höhe an; ohne es rollt der Rahmen.',
    element: 'Die Elemente',
    elementNote:
      'Für Seiten, die Skripte haben dürfen. Mit einem Bundler: npm install attention-lab und importieren.',
    file: 'Eine Datei',
    fileNote:
      'Alles ohne Server und ohne Netz: zum Öffnen, zum Verteilen oder neben die eigene Seite gelegt.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    refused:
      'Die Zwischenablage wurde verweigert: der Text ist ausgewählt und lässt sich per Tastatur kopieren.',
    download: 'attention-lab.html herunterladen',
    saved: 'Heruntergeladen, mit diesen Einstellungen.',
    notSaved: (reason) => `Die Datei war nicht zu bekommen: ${reason}`,
  },
  given: {
    shape: (name, came) =>
      `${name}: erwartet wurde [n, d_head], [head, n, d_head] oder [1, head, n, d_head], gekommen ist ${came}.`,
    count: (name, expected, came) =>
      `${name}: erwartet wurden ${expected} Zahlen, gekommen sind ${came}.`,
    finite: (name, came) => `${name}: erwartet wurden endliche Zahlen, gekommen ist ${came}.`,
    keysAndValues: (k, v) =>
      `Erwartet wurden k und v von gleicher Form, gekommen sind ${k} und ${v}.`,
    queriesAndKeys: (q, k) =>
      `Erwartet wurden q und k mit demselben d_head, und eine Zahl der Köpfe von k, die die von q teilt; gekommen sind ${q} und ${k}.`,
    rows: (most, came) =>
      `Erwartet wurden höchstens ${most} Queries und Keys, gekommen sind ${came}.`,
    width: (most, came) =>
      `Erwartet wurden höchstens ${most} Zahlen je Token über alle Köpfe, gekommen sind ${came}.`,
    scores: (most, came) =>
      `Erwartet wurden höchstens ${most} Scores, Köpfe × Queries × Keys, gekommen sind ${came}.`,
    tokens: (name, expected, came) =>
      `${name}: erwartet wurden ${expected} Tokens, gekommen sind ${came}.`,
  },
};
