/** German texts of the page for whole language models. */
import { count } from './count';
import { modelOffer } from './model-offer';
import { relations, shortRelations } from './relations';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const languageModel: Words['languageModel'] = {
  modelTitle: 'Alle Köpfe eines Sprachmodells, während Sie tippen',
  modelIntro:
    'Öffnen Sie MiniLM oder ein eigenes Modell und geben Sie einen Satz ein, um die Karten aller Köpfe zu sehen. Dann wird jeder Kopf gemessen: welcher von einem Begleiter auf dessen Nomen schaut, welcher von „ihr“ auf das Mädchen, und wie sicher das ist.',
  openIntro:
    'Geben Sie einen Satz ein, um die Karten aller Köpfe zu sehen. Außerdem wird jeder Kopf gemessen: welcher von einem Begleiter auf dessen Nomen schaut, welcher von „ihr“ auf das Mädchen, und wie sicher das ist.',
  ...modelOffer,
  size: (layers, heads, width, weights) =>
    `${count(layers)} Schichten mit ${count(heads)} Köpfen, d_model ${count(width)}, Gewichte in ${weights}.`,
  sentence: 'Satz',
  inLab: 'Im kleinen Modell ausprobieren, in dem sich jede Zahl ändern lässt',
  labItself:
    'Das kleine Modell öffnen, in dem sich jede Zahl ändern lässt (diesen Satz kann es nicht lesen)',
  sentenceHint:
    'Alles darunter ändert sich beim Tippen. Ein dünner Strich, in Listen ein Punkt, steht vor einem Stück, das ein Wort fortsetzt.',
  readsEnglish: 'Es liest Englisch.',
  unknown: (token) =>
    `${token} steht für ein Wort oder ein Zeichen, das im Vokabular dieses Modells nicht vorkommt.`,
  examples: 'Beispiele',
  layer: (number) => `Schicht ${number} (layers.${number - 1})`,
  layerShort: (number) => `Schicht ${number}`,
  onDelimiters: (share) => `${share} an beiden Enden`,
  heads: 'Alle Köpfe',
  headsHint:
    'Jede kleine Karte ist ein Kopf: Eine Zeile ist ein Wort, das schaut, eine Spalte ein Wort, auf das geschaut wird. Einen Namen hat ein Kopf nur, wenn er ihn sich in der Messung verdient hat. Eine klare Karte beweist nicht, dass ein Kopf wichtig ist.',
  another: 'Ein anderes Modell öffnen',
  textsInLink: (min, max, actual) =>
    `Der Link hat ${actual} Texte zum Vergleichen; möglich sind ${min} bis ${max}.`,
  sentencesInLink: (max, actual) =>
    `Höchstens ${max} Sätze sind möglich; dieser Link hat ${count(actual)}.`,
  absent: (what) => `${what} gibt es in diesem Modell oder Satz nicht.`,
  inCode: (layer, head) =>
    `Schicht ${layer}, Kopf ${head} (layers.${layer - 1}.attention, Kopf ${head - 1})`,
  card: {
    isOff: 'Dieser Kopf ist aus.',
    right: (share, rows, low, high, offset, nearest) =>
      phrase`Richtig in ${share} von ${count(rows)} Zeilen (95-%-Intervall nach Wilson: ${low} bis ${high}); der beste feste Abstand in ${offset}${nearest}.`,
    nearest: {
      noun: { before: 'das Nomen davor', after: 'das nächste Nomen' },
      verb: { before: 'das Verb davor', after: 'das nächste Verb' },
    },
    nearestIn: (nearest, share) => phrase`, ${nearest} in ${share}`,
    betterIn: (nearest, share) => phrase`, ${nearest} in ${share}: besser als der Kopf`,
    withinIn: (nearest, share) => phrase`, ${nearest} in ${share}: im Intervall des Kopfes`,
    cannotTell: (nearest) => `Diese Sätze trennen die Beziehung nicht von „${nearest}“.`,
    also: (others) => `Auch ${others}`,
    notMeasured: 'wird gemessen …',
    noName: 'kein Name',
    mostAbove: (relation, share, offset, nearest) =>
      phrase`Im Vergleich mit einem festen Abstand am besten: ${relation}, richtig in ${share} der Zeilen; der beste feste Abstand in ${offset}${nearest}.`,
    ofChosen: (relation, share, offset, nearest) =>
      phrase`${relation}: richtig in ${share} der Zeilen; der beste feste Abstand in ${offset}${nearest}.`,
    unmeasured: 'Nicht gemessen: In den Sätzen gibt es für dieses Modell keine solchen Wörter.',
    headOff: 'Kopf ausschalten',
    headOn: 'Kopf einschalten',
    layerOff: 'Alle Köpfe der Schicht aus',
    layerOn: 'Alle Köpfe der Schicht ein',
  },
  namedHeads: {
    label: 'Köpfe mit Namen',
    none: 'Kein Kopf dieses Modells hat sich einen Namen verdient.',
    soon: 'Hier werden die Köpfe stehen, die sich einen Namen verdienen.',
    key: 'Schicht und Kopf, von wo er → wohin schaut (N: Nomen, V: Verb, S: Subjekt, O: Objekt), und der Anteil der Testzeilen, in denen er richtig liegt. Ein Kopf mit mehreren Namen steht hier mit seinem besten.',
  },
  allHeads: {
    label: 'Alle Köpfe',
    head: 'Kopf',
    ends: 'an den Enden',
    scale:
      'Eine Skala für alle Karten, auf der kleine Gewichte besser sichtbar sind; grau, solange ein Kopf keinen Namen hat.',
    order: 'Sortieren nach',
    orders: { layer: 'Schicht', name: 'Name', entropy: 'Entropie', distance: 'Abstand' },
    orderHint: {
      layer:
        'Auf eine Karte zeigen oder tippen: Oben erscheinen ihre Bögen. Pfeiltasten führen von Karte zu Karte.',
      name: 'Köpfe mit demselben Namen stehen zusammen, der beste zuerst; danach die übrigen. 2·4 ist Schicht 2, Kopf 4.',
      entropy:
        'Mittlere Entropie einer Zeile in diesem Satz, in Nat: 0, wenn jedes Wort nur auf ein Token schaut. 2·4 ist Schicht 2, Kopf 4.',
      distance:
        'Wie viele Tokens weit ein Kopf in diesem Satz im Mittel schaut. 2·4 ist Schicht 2, Kopf 4.',
    },
    name: 'Name',
    score: 'Wert',
    entropy: 'Entropie, Nat',
    distance: 'Abstand, Tokens',
  },
  strip: (share, offset, place) =>
    `bester Kopf ${share} (${place}), bester fester Abstand ${offset}`,
  stripKey:
    'Ein Strich ist ein Kopf: der Anteil seiner richtigen Zeilen, von 0 bis 100\u00a0%. Blau: Der Kopf hat sich den Namen verdient. Gepunktet: 75\u00a0%. Unter der Linie: der beste feste Abstand.',
  lit: {
    earned: (named, all) =>
      named === 0
        ? `Keiner von ${count(all)} Köpfen hat sich diesen Namen verdient.`
        : `${named} von ${count(all)} Köpfen ${named === 1 ? 'hat' : 'haben'} sich diesen Namen verdient.`,
    noWords: 'Ob und welche Wörter dieses Satzes diese Beziehung haben, ist hier nicht bekannt.',
    all: 'Wieder alle Köpfe zeigen',
  },
  chosenHint: {
    hidden:
      'Zuerst steht, wohin jedes Wort schaut, dann, was davon ankommt: jedes Gewicht mal die Länge des Values v, den es holt. Die Tokens an beiden Enden sind verborgen; eine Zeile ergibt darum weniger als 100\u00a0%.',
    shown:
      'Zuerst steht, wohin jedes Wort schaut, dann, was davon ankommt: jedes Gewicht mal die Länge des Values v, den es holt.',
    rescaled:
      'Zuerst steht, wohin jedes Wort schaut: die Gewichte auf Wörtern, jede Zeile auf 100\u00a0% umgerechnet. Dann steht, was davon ankommt: jedes Gewicht mal die Länge des Values v, den es holt. Die Tokens an beiden Enden sind verborgen.',
  },
  strongest: 'Zurück zum Satz',
  saveEverything: 'Alle Zahlen dieses Satzes speichern (NPZ)',
  weights: 'Gewichte',
  example: {
    weight: (from, to, weight, place) => phrase`${from} → ${to} ${weight} (${place})`,
    leans: (from, to, weight, before, place) =>
      phrase`${from} → ${to} ${weight} im selben Kopf, vorher ${before} (${place}).`,
    noFlip: (rival, weight) =>
      phrase`Es verschiebt sich, wechselt aber nicht: ${rival} erhält ${weight}.`,
    stays: (rival, weight) => phrase`Es wechselt nicht: ${rival} erhält ${weight}.`,
    flips: (rival, weight) => phrase`Hier wechselt es: ${rival} erhält ${weight}.`,
    cosines: (word, same, other, layer) =>
      phrase`${word}, nach Schicht ${layer}: Kosinus ${same} mit einem anderen Flussufer, ${other} mit einem Geldinstitut`,
  },
  /** Labels in the embed dialog. */
  parts: { arcs: 'Der Satz mit Bögen', head: 'Der gewählte Kopf' },
  delimiters: {
    label: (first, last) => `${first}, ${last}`,
    are: (delimiters, form) => `${delimiters} ${form}.`,
    forms: {
      hidden: 'verborgen',
      shown: 'gezeigt',
      rescaled: 'verborgen, Zeilen auf 100\u00a0% gebracht',
    },
    said: {
      hidden: (word, head) =>
        `${word} des Gewichts dieses Wortes liegen darauf, im ganzen Kopf ${head}. Die Zeilen ergeben darum weniger als 100\u00a0%.`,
      shown: (word, head) =>
        `${word} des Gewichts dieses Wortes liegen darauf, im ganzen Kopf ${head}.`,
      rescaled: (word, head) =>
        `Umgerechnet: ohne die ${word} des Gewichts dieses Wortes, die darauf liegen (im ganzen Kopf ${head}).`,
    },
  },
  effects: {
    title: 'Was die Änderungen bewirken',
    undo: 'Alle Änderungen rückgängig machen',
    headOff: (place) => `${place} ist aus: Er trägt nichts bei.`,
    layerOff: (layer) =>
      `Alle Köpfe von Schicht ${layer} sind aus. Ihr Feed-Forward-Teil arbeitet weiter.`,
    row: (place, query, key) => phrase`In ${place} schaut ${query} nur auf ${key}.`,
    numbers: (count) => `Oben geänderte Zahlen: ${count}.`,
    similarity: 'Ähnlichkeit des eigenen Satzes mit den Texten weiter unten',
    text: 'Text',
    before: 'vorher',
    after: 'nachher',
    change: 'Änderung',
    turned: 'Wie weit sich Vektoren drehen',
    turnedHint:
      '1 minus der Kosinus zwischen den Vektoren jedes Tokens vor und nach den Änderungen; 0 heißt unverändert. Wo eine Zelle 0,00 zeigt, ist die Zahl kleiner als 0,01.',
  },
  cosines: {
    title: 'Wie ähnlich sind zwei Wörter?',
    column: 'Linie',
    hint: 'Der Kosinus zwischen den Vektoren zweier beliebiger Wörter dieser Sätze, Schicht für Schicht, und die Mittelwerte über alle Paare von Sätzen.',
    choice: (number) => `Wort ${number}`,
    word: 'Das Wort',
    in: 'im Satz',
    chosen: (one, other) => `${one} und ${other}`,
    within: (group) => `${group}, Mittel`,
    across: 'zwischen beiden Bedeutungen, Mittel',
    last: (line, value) => `${line}: ${value}`,
  },
  relationsTitle: 'Welcher Kopf tut was?',
  relationsHint:
    'Das Modell liest Sätze, in denen bekannt ist, welches Wort wohin schauen soll. Eine Zeile ist ein Wort, das auf ein anderes schauen soll. Einen Namen bekommt ein Kopf, wenn sein größtes Gewicht in mindestens 75\u00a0% der Zeilen richtig liegt, und deutlich öfter als der beste feste Abstand.',
  cutSentences: (cut, all) =>
    `${count(cut)} von ${count(all)} Sätzen ${cut === 1 ? 'ist' : 'sind'} länger, als dieses Modell liest. Die Zeilen lassen ${cut === 1 ? 'ihn' : 'sie'} aus.`,
  howMeasured: 'Wie gemessen wird',
  measured: (sentences) =>
    `Die ${sentences > 0 ? `${count(sentences)} ` : ''}Sätze werden mit festem Startwert erzeugt und sind daher jedes Mal dieselben. In der ersten Hälfte werden die Köpfe gesucht; in der zweiten bekommen sie ihre Namen, und dort werden die gezeigten Zahlen gemessen. 70\u00a0% der Objekte sind Dinge, die anderen Menschen. Vor 30\u00a0% der Dinge und Orte steht ein weiteres Nomen, wie in „a castle wall“.`,
  rule: 'Ein Kopf gilt als gefunden, wenn in der ersten Hälfte der Sätze sein größtes Gewicht auf einem Wort in mindestens der Hälfte der Zeilen richtig liegt. Den Namen bekommt er, wenn es in der zweiten Hälfte in mindestens 75\u00a0% der Zeilen richtig liegt, und mindestens 15 Prozentpunkte öfter als der beste feste Abstand (außer wenn die Beziehung selbst ein fester Abstand ist). Bei den übrigen Beziehungen wird der beste Kopf der ersten Hälfte gezeigt, ohne Namen.',
  secondBaseline:
    'Das nächste Nomen oder Verb, davor oder danach, ist ein zweiter Vergleichswert in denselben Zeilen; Namen hängen nicht davon ab. Wo dieser Vergleichswert in 100\u00a0% der Zeilen richtig ist, lässt sich die Beziehung in diesen Sätzen nicht von „das nächste Nomen“ oder „das nächste Verb“ unterscheiden.',
  notFound: (message) => `Die Köpfe ließen sich nicht messen. ${message}`,
  finding: (done, all) => `Gelesene Sätze: ${count(done)} von ${count(all)} …`,
  search: 'Welche Köpfe führen von …',
  searchHint: 'Verben zu Objekten?',
  noRelation: 'Keine Beziehung passt dazu.',
  relation: 'Von → nach',
  rows: 'Zeilen',
  rowCount: (rows) => count(rows),
  bestHead: 'Kopf',
  share: 'Zeilen richtig',
  interval: '95-%-Intervall (Wilson)',
  offset: 'Bester fester Abstand',
  nearest: 'Nächstes Nomen oder Verb',
  nearestOf: {
    noun: {
      before: (share) => `${share}, Nomen davor`,
      after: (share) => `${share}, nächstes Nomen`,
    },
    verb: {
      before: (share) => `${share}, Verb davor`,
      after: (share) => `${share}, nächstes Verb`,
    },
  },
  better: (baseline) => `${baseline} (besser als der Kopf)`,
  testSentences: {
    title: 'Testsätze',
    hint: (sentences, seed, from, to) =>
      phrase`Beispiele aus der zweiten Hälfte: ${from} soll auf ${to} schauen. Alle ${count(sentences)} Sätze entstehen aus dem Startwert ${seed}.`,
    from: 'dieses Wort',
    to: 'dieses andere',
    save: 'Alle Testsätze speichern (CSV)',
  },
  goTo: (place) => `Zu ${place}`,
  meanWeight: 'Mittleres Gewicht',
  name: 'Name verdient?',
  named: 'mit Namen',
  notNamed: 'ohne Namen',
  offsetOf: (share, distance) => `${share} bei ${distance}`,
  place: (layer, head) => `Schicht ${layer}, Kopf ${head}`,
  label: (name) => `${name}: `,
  placeOff: (place) => `${place}, aus`,
  save: 'Alle Werte speichern (CSV)',
  relations,
  shortRelations,
  valueWeighted: {
    title: 'Großes Gewicht, kleiner Beitrag?',
    hint: 'Jedes Token trägt sein Gewicht mal seinen Value-Vektor v bei. Ist v kurz, trägt auch ein großes Gewicht wenig bei. |v| ist vor der Ausgabeprojektion W_O gemessen; Kobayashi et al. (2020) messen v W_O.',
    shares: (weights, weighted) =>
      `In diesem Kopf liegen ${weights} der Gewichte auf den Tokens an beiden Enden, und ${weighted} von Gewicht × |v|.`,
    nothing:
      'Diese Tokens tragen also weniger als halb so viel bei, wie ihr Gewicht vermuten lässt.',
    row: (token) => phrase`Was ${token} von jedem Token bekommt`,
    weight: 'Gewicht',
    length: '|v|',
    weighted: 'Anteil an Gewicht × |v|',
    map: 'Anteil an Gewicht × |v|',
    token: 'Token',
  },
  switchOff: {
    title: 'Von welchen Köpfen hängt die Ähnlichkeit ab?',
    hint: 'Die Ähnlichkeit wird neu berechnet, während jeweils ein Kopf ausgeschaltet ist. Ein Balken zeigt, um wie viel sie sich ändert; nach oben heißt: Ohne diesen Kopf sind die Texte ähnlicher. Breite blaue Balken sind Köpfe mit Namen, schmale graue sind Köpfe ohne Namen.',
    start: (heads) => `Jeden der ${heads} Köpfe einmal ausschalten`,
    running: (done, all) => `${done} von ${all} Köpfen …`,
    chart: 'Änderung der Ähnlichkeit, wenn ein Kopf aus ist',
    change: 'Änderung',
    head: 'Kopf',
    largest: (place, change) => `Am meisten ohne ${place}: ${change}.`,
    means: (named, namedCount, other, otherCount) =>
      phrase`Ohne einen der ${count(namedCount)} Köpfe mit Namen ändert sie sich im Mittel um ${named}, ohne einen der ${count(otherCount)} anderen um ${other}.`,
    notMore: 'Köpfe mit Namen sind hier nicht wichtiger.',
    more: 'Köpfe mit Namen sind hier wichtiger.',
    noProof: 'Eine klare Karte beweist nicht, dass ein Kopf wichtig ist.',
  },
  rounding: {
    title: 'Was ändert das Runden auf 8 Bit?',
    hint: 'Das Modell in 16 Bit liest dieselben Texte, und jedes Gewicht jedes Kopfes wird verglichen. Danach wird dieses Modell geschlossen.',
    hintStored:
      'Das Modell liest dieselben Texte so, wie seine Datei es speichert, und jedes Gewicht jedes Kopfes wird verglichen. Danach wird dieses zweite Modell geschlossen.',
    startStored: 'Mit der unveränderten Datei vergleichen',
    start: (megabytes) => `Mit der Datei in 16 Bit vergleichen (${withUnit(megabytes, 'MB')})`,
    measured: (texts) =>
      `Über alle Köpfe, in ${count(texts)} Texten: dem von oben und den Beispielen.`,
    measuredExamples: (texts) => `Über alle Köpfe, in den ${count(texts)} Beispielen.`,
    largest: 'größter Unterschied eines Gewichts',
    mean: 'größter Unterschied in einer Zeile, im Mittel über die Zeilen',
    otherKey: 'der Zeilen haben ihr größtes Gewicht auf einem anderen Token',
    cosine:
      'Kosinus zwischen den Vektoren beider Modelle für einen Text, der kleinste über alle Texte',
  },
  similar: {
    title: 'Wie ähnlich sind diese Texte?',
    hint: 'Das Modell macht aus jedem Text einen Vektor: den Mittelwert der Zeilen seiner letzten Schicht. Die Ähnlichkeit zweier Texte ist der Kosinus zwischen ihren Vektoren, von −1 bis 1. Wählen Sie eine Zelle, um zu sehen, von welchen Wörtern ihre Zahl kommt.',
    text: (number) => `Text ${number}`,
    remove: (number) => `Text ${number} entfernen`,
    add: 'Text hinzufügen',
    matrix: 'Ähnlichkeiten',
    column: 'Text',
    cell: (row, column, value) => `Text ${row} und Text ${column}: ${value}`,
    pair: (row, column, value) =>
      `Text ${row} und Text ${column}: ${value}. Von welchen Wörtern kommt das?`,
    itself:
      'Ein Text, mit sich selbst verglichen, ergibt immer 1. Bitte zwei verschiedene Texte wählen.',
    meaning:
      'Jede Zahl ist das, was von diesem Token in die erste Schicht geht, mal der Gradient der Ähnlichkeit: Ist sie über 0, würden die Texte mit mehr von diesem Token ähnlicher, unter 0 weniger ähnlich. Die Summe der Zahlen ist nicht die Ähnlichkeit.',
    parts: 'Anteile der Tokens',
    token: 'Token',
    part: 'Anteil',
  },
  masked: {
    title: 'Welches Wort fehlt?',
    hint: (mask) =>
      `Dieses Modell hat eine Ausgabeschicht, die maskierte Wörter errät. Ein Wort wählen, um es zu maskieren, oder ${mask} eintippen: Die Balken zeigen, welche Wörter das Modell dort erwartet, mit ihren Wahrscheinlichkeiten im ganzen Vokabular. Das maskierte Wort ist unterstrichen.`,
    text: 'Text, in dem sich Wörter maskieren lassen',
    choose: 'Wörter, die sich maskieren lassen',
    none: 'Kein Wort ist maskiert. Bitte eines wählen.',
    place: (word) => `Anstelle von „${word}“`,
    best: (masked, word, share) =>
      `Anstelle von „${masked}“ am wahrscheinlichsten „${word}“: ${share}.`,
    likely: 'Die wahrscheinlichsten Wörter',
    mask: 'Maske',
    word: 'Wort',
    probability: 'Wahrscheinlichkeit',
  },
  paths: {
    set: 'Sätze',
    sets: {
      it: (word) => `„${word}“: das Tier oder das, was es nicht überquerte`,
      bank: (word) => `„${word}“: Flussufer oder Geldinstitut`,
      own: 'eigene',
    },
    common: (share) =>
      `Der Mittelwert jeder Schicht über alle Sätze ist abgezogen. Die Unterschiede zwischen diesen Mittelwerten machen ${share} der Varianz über alle Sätze und Schichten aus.`,
    byLayer: 'Schicht für Schicht',
    axis: (share) =>
      `Nach oben und unten: die erste Hauptkomponente dessen, was die Sätze unterscheidet, ${share} seiner Varianz.`,
    inPlane: 'In der Ebene',
    plane: 'Die Ebene der ersten beiden Hauptkomponenten',
    planeAxes: (first, second) =>
      `Die ersten beiden Hauptkomponenten: ${first} und ${second} der übrigen Varianz. Eine Einheit ist auf beiden Achsen gleich lang; die Zahlen zählen Schichten. Wer unten auf einen Satz zeigt oder tippt, sieht dessen Weg.`,
    component: (number, share) => `${number}. Komponente: ${share}`,
    title: 'Ein Wort, Schicht für Schicht',
    hint: 'Der Vektor eines Wortes, in Sätzen mit zwei Bedeutungen. Schicht 0 ist seine Einbettung: gleich in allen Sätzen, in denen das Wort an derselben Stelle steht. Jede weitere Schicht fügt hinzu, was der Satz aussagt.',
    word: 'Wort',
    groups: ['Die eine Bedeutung', 'Die andere Bedeutung'],
    tooMany: (max, actual) => `Höchstens ${count(max)} Sätze, nicht ${count(actual)}.`,
    perLine:
      'Ein Satz je Zeile, jeder mit dem Wort darin. Weder das Modell noch die Achse kennt die Bedeutungen.',
    chart: 'Erste Hauptkomponente über die Schichten',
    layer: (number) => `Schicht ${number}`,
    places:
      'Das Wort steht nicht in allen Sätzen an derselben Stelle: Auch das allein trennt die Linien.',
    sentence: 'Satz',
    noWord: (word, text) => `„${text}“ enthält das Wort „${word}“ nicht.`,
  },
  storyLoading: 'Die Zahlen werden geladen …',
  arithmetic: 'Wie ein Gewicht entsteht',
  setInstead: (formula) => `von Ihnen gesetzt statt ${formula}`,
  dotProduct: {
    title: (numbers) => `Alle ${numbers} Zahlen von q und k, mit ihren Produkten`,
    number: 'Zahl',
    sum: (numbers, sum) => phrase`Die Summe der ${numbers} Produkte ist q·k = ${sum}.`,
  },
  copyScript: 'Diese Zeile als PyTorch kopieren',
  toWord: 'Nach',
  noFile: (name) => `Die Datei ${name} fehlt. Bitte zusammen mit den anderen wählen.`,
  noFiles: (names) => `Diese Dateien fehlen: ${names}. Bitte alle zusammen wählen.`,
  pickle: (name) =>
    `${name} ist ein Pickle und kann beim Öffnen jedes Programm ausführen. Bitte model.safetensors wählen.`,
  gone: (name) =>
    `${name} lässt sich nicht mehr lesen: Die Datei wurde geändert, verschoben oder gelöscht. Bitte alle Dateien noch einmal wählen.`,
  noJson: (name) => `${name} ist kein JSON oder kein Objekt.`,
  badIndex:
    'model.safetensors.index.json muss in weight_map sagen, in welcher .safetensors-Datei jeder Tensor liegt.',
  notInShard: (tensor, file) =>
    `Laut model.safetensors.index.json enthält ${file} den Tensor ${tensor}, dort fehlt er aber.`,
  notInIndex: (tensor, file) =>
    `${file} enthält den Tensor ${tensor}, davon steht in model.safetensors.index.json nichts.`,
  badTokenizer: 'tokenizer.json ist beschädigt: Die Datei beschreibt keinen Tokenizer.',
  otherTokenizer: (kind) =>
    `tokenizer.json enthält einen Tokenizer der Art ${kind}. Unterstützt werden nur WordPiece und BPE.`,
  otherVocabulary: (id, size) =>
    `tokenizer.json gibt einem Token die Nummer ${id}, das Modell hat aber nur ${count(size)} Tokens. Die Datei gehört zu einem anderen Modell.`,
  doubtfulVocabulary: (tokens, rows) =>
    `tokenizer.json hat nur ${count(tokens)} Tokens, das Modell ${count(rows)}: Die Datei gehört vielleicht zu einem anderen Modell.`,
  cut: (max, tokens, after) =>
    `Das Modell liest höchstens ${count(max)} Tokens: Der Text wird nach „${after}“ abgeschnitten, ${tokens === 1 ? 'das letzte Token wird' : `die letzten ${count(tokens)} Tokens werden`} nicht gelesen.`,
  empty: 'Bitte mindestens ein Wort eingeben.',
  noMask: (mask) => `Bitte ${mask} an die Stelle des Wortes setzen, das vorhergesagt werden soll.`,
  noMaskToken: 'Der Tokenizer dieses Modells hat kein Token für ein maskiertes Wort.',
};
