/** English texts of the page for whole language models. Code that uses them imports add-language-model.ts. */
import { count } from '../forms/count';
import { modelOffer } from './model-offer';
import { relations, shortRelations } from './relations';
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const languageModel = {
  modelTitle: 'Every head of a language model, as you type',
  modelIntro:
    'Open MiniLM, or a model of your own, and type a sentence to see the maps of all its heads. Then every head is measured: which one looks from a determiner to its noun, which from “her” to the girl, and how certain that is.',
  openIntro:
    'Type a sentence to see the maps of all heads. Every head is also measured: which one looks from a determiner to its noun, which from “her” to the girl, and how certain that is.',
  ...modelOffer,
  size: (layers: number, heads: number, width: number, weights: string) =>
    `${count(layers)} layers of ${count(heads)} heads, d_model ${count(width)}, weights in ${weights}.`,
  sentence: 'Sentence',
  inLab: 'Try it in the small model, where you can change every number',
  labItself:
    'Open the small model, where you can change every number (it cannot read this sentence)',
  sentenceHint:
    'Everything below updates as you type. A thin line, or a dot in lists, marks a piece that continues a word.',
  readsEnglish: 'It reads English.',
  unknown: (token: string) =>
    `${token} stands for a word or a character that is not in the vocabulary of this model.`,
  examples: 'Examples',
  layer: (number: number) => `Layer ${number} (layers.${number - 1})`,
  layerShort: (number: number) => `Layer ${number}`,
  onDelimiters: (share: string) => `${share} on both ends`,
  heads: 'All heads',
  headsHint:
    'Each small map is one head: a row is a word that looks, a column a word that is looked at. A head has a name only if it has earned one in the measurement. A clear map is no proof that a head matters.',
  another: 'Open another model',
  textsInLink: (min: number, max: number, actual: number) =>
    `The link has ${actual} texts to compare; it can have ${min} to ${max}.`,
  sentencesInLink: (max: number, actual: number) =>
    `Use at most ${max} sentences; this link has ${count(actual)}.`,
  absent: (what: string) => `The model or the sentence has no ${what}.`,
  inCode: (layer: number, head: number) =>
    `Layer ${layer}, head ${head} (layers.${layer - 1}.attention, head ${head - 1})`,
  card: {
    isOff: 'This head is off.',
    right: (
      share: unknown,
      rows: number,
      low: string,
      high: string,
      offset: unknown,
      nearest: unknown,
    ) =>
      phrase`Right in ${share} of ${count(rows)} rows (95% Wilson interval: ${low} to ${high}); the best fixed distance in ${offset}${nearest}.`,
    nearest: {
      noun: { before: 'the noun before', after: 'the next noun' },
      verb: { before: 'the verb before', after: 'the next verb' },
    },
    nearestIn: (nearest: string, share: unknown) => phrase`, ${nearest} in ${share}`,
    betterIn: (nearest: string, share: unknown) =>
      phrase`, ${nearest} in ${share}: better than the head`,
    withinIn: (nearest: string, share: unknown) =>
      phrase`, ${nearest} in ${share}: within the head’s interval`,
    cannotTell: (nearest: string) => `These sentences cannot tell the relation from “${nearest}”.`,
    also: (others: string) => `Also ${others}`,
    notMeasured: 'being measured …',
    noName: 'no name',
    mostAbove: (relation: string, share: string, offset: string, nearest: unknown) =>
      phrase`Best compared with a fixed distance: ${relation}, right in ${share} of the rows; the best fixed distance in ${offset}${nearest}.`,
    ofChosen: (relation: string, share: string, offset: string, nearest: unknown) =>
      phrase`${relation}: right in ${share} of the rows; the best fixed distance in ${offset}${nearest}.`,
    unmeasured: 'Not measured: the sentences have no such words for this model.',
    headOff: 'Switch this head off',
    headOn: 'Switch this head on',
    layerOff: 'All heads of this layer off',
    layerOn: 'All heads of this layer on',
  },
  namedHeads: {
    label: 'Heads with a name',
    none: 'No head of this model has earned a name.',
    soon: 'The heads that earn a name will be listed here.',
    key: 'Layer and head, what it looks from → to (n: noun, v: verb, s: subject, o: object), and the share of test rows that it gets right. A head with several names is listed by its best one.',
  },
  allHeads: {
    label: 'All heads',
    head: 'head',
    ends: 'on both ends',
    scale:
      'One scale for all maps, which makes small weights easier to see; gray until a head has a name.',
    order: 'Sort by',
    orders: { layer: 'layer', name: 'name', entropy: 'entropy', distance: 'distance' },
    orderHint: {
      layer: 'Point at a map, or tap it: its arcs appear above. Arrow keys move from map to map.',
      name: 'Heads of one name stand together, the best first. The others follow. 2·4 is layer 2, head 4.',
      entropy:
        'Mean entropy of a row in this sentence, in nats: 0 when each word looks at one token. 2·4 is layer 2, head 4.',
      distance:
        'How many tokens away a head looks in this sentence, on average. 2·4 is layer 2, head 4.',
    },
    name: 'name',
    score: 'score',
    entropy: 'entropy, nats',
    distance: 'distance, tokens',
  },
  strip: (share: string, offset: string, place: string) =>
    `best head ${share} (${place}), best fixed distance ${offset}`,
  stripKey:
    'A tick is a head: the share of rows that it gets right, from 0 to 100%. Blue: the head has earned the name. Dotted: 75%. Below the line: the best fixed distance.',
  lit: {
    earned: (named: number, all: number) =>
      named === 0
        ? `None of ${count(all)} heads has earned this name.`
        : `${named} of ${count(all)} heads ${named === 1 ? 'has' : 'have'} earned this name.`,
    noWords: 'This page does not know which words of this sentence have this relation.',
    all: 'Show all heads again',
  },
  chosenHint: {
    hidden:
      'First, where each word looks; then, what arrives: each weight times the length of the value v that it fetches. The tokens at both ends are hidden, so a row adds up to less than 100%.',
    shown:
      'First, where each word looks; then, what arrives: each weight times the length of the value v that it fetches.',
    rescaled:
      'First, where each word looks: the weights on words, each row scaled to 100%. Then, what arrives: each weight times the length of the value v that it fetches. The tokens at both ends are hidden.',
  },
  strongest: 'Back to the sentence',
  saveEverything: 'Save all numbers of this sentence (NPZ)',
  weights: 'Weights',
  example: {
    weight: (from: string, to: string, weight: unknown, place: string) =>
      phrase`${from} → ${to} ${weight} in ${place}`,
    leans: (from: string, to: string, weight: unknown, before: unknown, place: string) =>
      phrase`${from} → ${to} ${weight} in the same head, ${before} before (${place}).`,
    noFlip: (rival: string, weight: unknown) =>
      phrase`It shifts, but does not switch: ${rival} gets ${weight}.`,
    stays: (rival: string, weight: unknown) => phrase`It does not switch: ${rival} gets ${weight}.`,
    flips: (rival: string, weight: unknown) => phrase`Here it switches: ${rival} gets ${weight}.`,
    cosines: (word: string, same: unknown, other: unknown, layer: number) =>
      phrase`${word}, after layer ${layer}: cosine ${same} with another river bank, ${other} with a money bank`,
  },
  /** Labels in the embed dialog. */
  parts: { arcs: 'The sentence with arcs', head: 'The chosen head' },
  delimiters: {
    label: (first: string, last: string) => `${first}, ${last}`,
    are: (delimiters: string, form: string) => `${delimiters} ${form}.`,
    forms: { hidden: 'hidden', shown: 'shown', rescaled: 'hidden, rows scaled to 100%' },
    said: {
      hidden: (word: string, head: string) =>
        `They get ${word} of this word’s weight, and ${head} of the whole head’s. Rows therefore add up to less than 100%.`,
      shown: (word: string, head: string) =>
        `They get ${word} of this word’s weight, and ${head} of the whole head’s.`,
      rescaled: (word: string, head: string) =>
        `Scaled: without the ${word} of this word’s weight that goes to them (${head} of the whole head’s).`,
    },
  },
  effects: {
    title: 'What your changes do',
    undo: 'Undo all changes',
    headOff: (place: string) => `${place} is off: it adds nothing.`,
    layerOff: (layer: number) =>
      `All heads of layer ${layer} are off. Its feed-forward part still works.`,
    row: (place: string, query: unknown, key: unknown) =>
      phrase`In ${place}, ${query} looks only at ${key}.`,
    numbers: (count: number) => `Numbers changed above: ${count}.`,
    similarity: 'Similarity of your sentence to the texts further below',
    text: 'Text',
    before: 'before',
    after: 'after',
    change: 'change',
    turned: 'How far vectors turn',
    turnedHint:
      '1 minus the cosine between each token’s vectors before and after the changes; 0 means unchanged. Where a cell shows 0.00, the number is below 0.01.',
  },
  cosines: {
    title: 'How similar are two words?',
    column: 'Line',
    hint: 'The cosine between the vectors of any two words of these sentences, layer by layer, and the means over all pairs of sentences.',
    choice: (number: number) => `Word ${number}`,
    word: 'The word',
    in: 'in',
    chosen: (one: string, other: string) => `${one} and ${other}`,
    within: (group: string) => `${group}, mean`,
    across: 'across both meanings, mean',
    last: (line: string, value: string) => `${line}: ${value}`,
  },
  relationsTitle: 'Which head does what?',
  relationsHint:
    'The model reads sentences for which it is known where each word should look. A row is one word that should look at another. A head earns a name if its largest weight is right in at least 75% of the rows, and clearly more often than the best fixed distance.',
  cutSentences: (cut: number, all: number) =>
    `${count(cut)} of the ${count(all)} sentences ${cut === 1 ? 'is' : 'are'} longer than this model reads. The rows leave ${cut === 1 ? 'it' : 'them'} out.`,
  howMeasured: 'How this is measured',
  measured: (sentences: number) =>
    `The ${sentences > 0 ? `${count(sentences)} ` : ''}sentences are generated with a fixed seed, so they are always the same. The first half is used to find heads, the second half to name them and to measure the numbers shown. 70% of the objects are things, the others people. 30% of the things and places have another noun before them, as in “a castle wall”.`,
  rule: 'A head is found if, in the first half of the sentences, its largest weight on a word is right in at least half of the rows. It earns the name if, in the second half, that weight is right in at least 75% of the rows, and at least 15 percentage points more often than the best fixed distance (unless the relation is itself a fixed distance). For the other relations, the best head of the first half is shown without a name.',
  secondBaseline:
    'The nearest noun or verb, before or after, is a second baseline on the same rows; names do not depend on it. Where this baseline is right in 100% of the rows, these sentences cannot tell the relation from “nearest noun” or “nearest verb”.',
  notFound: (message: string) => `The heads could not be measured. ${message}`,
  finding: (done: number, all: number) => `Sentences read: ${count(done)} of ${count(all)} …`,
  search: 'Which heads go from …',
  searchHint: 'verbs to objects?',
  noRelation: 'No relation matches.',
  relation: 'From → to',
  rows: 'Rows',
  rowCount: (rows: number) => count(rows),
  bestHead: 'Head',
  share: 'Rows right',
  interval: '95% interval (Wilson)',
  offset: 'Best fixed distance',
  nearest: 'Nearest noun or verb',
  nearestOf: {
    noun: {
      before: (share: string) => `${share}, noun before`,
      after: (share: string) => `${share}, next noun`,
    },
    verb: {
      before: (share: string) => `${share}, verb before`,
      after: (share: string) => `${share}, next verb`,
    },
  },
  better: (baseline: string) => `${baseline} (better than the head)`,
  testSentences: {
    title: 'Test sentences',
    hint: (sentences: number, seed: number, from: unknown, to: unknown) =>
      phrase`Examples from the second half: ${from} should look at ${to}. All ${count(sentences)} sentences are drawn with seed ${seed}.`,
    from: 'this word',
    to: 'this one',
    save: 'Save all test sentences (CSV)',
  },
  goTo: (place: string) => `Go to ${place}`,
  meanWeight: 'Mean weight',
  name: 'Name earned?',
  named: 'named',
  notNamed: 'no name',
  offsetOf: (share: string, distance: string) => `${share} at ${distance}`,
  place: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  /** Before what it names. */
  label: (name: string) => `${name}: `,
  placeOff: (place: string) => `${place}, off`,
  save: 'Save all scores (CSV)',
  relations,
  shortRelations,
  valueWeighted: {
    title: 'Large weight, small contribution?',
    hint: 'Each token contributes its weight times its value vector v. Where v is short, even a large weight contributes little. |v| is measured before the output projection W_O; Kobayashi et al. (2020) measure v W_O.',
    shares: (weights: string, weighted: string) =>
      `In this head ${weights} of the weight goes to the tokens at both ends, and ${weighted} of weight × |v|.`,
    nothing: 'So these tokens contribute less than half of what their weight suggests.',
    row: (token: unknown) => phrase`What ${token} gets from each token`,
    weight: 'weight',
    length: '|v|',
    weighted: 'share of weight × |v|',
    map: 'Share of weight × |v|',
    token: 'Token',
  },
  switchOff: {
    title: 'Which heads does the similarity depend on?',
    hint: 'The similarity is computed again with each head switched off in turn. A bar shows how much it changes; upwards, the texts are more similar without this head. Wide blue bars are heads with a name, narrow gray bars heads without one.',
    start: (heads: number) => `Switch off each of ${heads} heads in turn`,
    running: (done: number, all: number) => `${done} of ${all} heads …`,
    chart: 'Change of the similarity without each head',
    change: 'Change',
    head: 'Head',
    largest: (place: string, change: string) => `Largest change: ${change}, without ${place}.`,
    means: (named: unknown, namedCount: number, other: unknown, otherCount: number) =>
      phrase`Without one of the ${count(namedCount)} heads that have a name, it changes by ${named} on average; without one of the ${count(otherCount)} others, by ${other}.`,
    notMore: 'Here, heads with a name do not matter more.',
    more: 'Here, heads with a name matter more.',
    noProof: 'A clear map is no proof that a head matters.',
  },
  rounding: {
    title: 'What does rounding to 8 bits change?',
    hint: 'The 16-bit model reads the same texts, and every weight of every head is compared. That model is closed afterwards.',
    hintStored:
      'The model reads the same texts as its file stores it, and every weight of every head is compared. That second copy is closed afterwards.',
    startStored: 'Compare with the file as it is',
    start: (megabytes: number) => `Compare with the file in 16 bits (${withUnit(megabytes, 'MB')})`,
    measured: (texts: number) =>
      `Over all heads, in ${count(texts)} texts: the one above and the examples.`,
    measuredExamples: (texts: number) => `Over all heads, in the ${count(texts)} examples.`,
    largest: 'largest difference of a weight',
    mean: 'largest difference in a row, on average over the rows',
    otherKey: 'of the rows have their largest weight on another token',
    cosine: 'cosine between the two models’ vectors of a text, the lowest of all texts',
  },
  similar: {
    title: 'How similar are these texts?',
    hint: 'The model makes one vector for each text: the mean of its last layer’s rows. The similarity of two texts is the cosine between their vectors, from −1 to 1. Choose a cell to see which words its number comes from.',
    text: (number: number) => `Text ${number}`,
    remove: (number: number) => `Remove text ${number}`,
    add: 'Add a text',
    matrix: 'Similarities',
    column: 'Text',
    cell: (row: number, column: number, value: string) =>
      `Text ${row} and text ${column}: ${value}`,
    pair: (row: number, column: number, value: string) =>
      `Text ${row} and text ${column}: ${value}. Which words does it come from?`,
    itself: 'A text compared with itself always gives 1. Choose two different texts.',
    meaning:
      'Each number is what enters the first layer for this token, times the gradient of the similarity: above 0, more of this token would make the texts more similar; below 0, less similar. The numbers do not add up to the similarity.',
    parts: 'Parts of the tokens',
    token: 'Token',
    part: 'Part',
  },
  masked: {
    title: 'Which word is missing?',
    hint: (mask: string) =>
      `This model has an output layer that guesses masked words. Press a word to mask it, or type ${mask}: the bars show which words the model expects there, with their probabilities among its whole vocabulary. The word that you masked is underlined.`,
    text: 'Text to mask words in',
    choose: 'Words that can be masked',
    none: 'No word is masked. Press one.',
    place: (word: string) => `In place of “${word}”`,
    best: (masked: string, word: string, share: string) =>
      `In place of “${masked}”, most likely “${word}”: ${share}.`,
    likely: 'Most likely words',
    mask: 'Mask',
    word: 'Word',
    probability: 'Probability',
  },
  paths: {
    set: 'Sentences',
    sets: {
      it: (word: string) => `“${word}”: the animal, or what it did not cross`,
      bank: (word: string) => `“${word}”: of a river, or of money`,
      own: 'your own',
    },
    common: (share: string) =>
      `Each layer’s mean over all sentences is subtracted first. How these means differ from layer to layer makes up ${share} of all variance.`,
    byLayer: 'Layer by layer',
    axis: (share: string) =>
      `Up and down: the first principal component of what sets the sentences apart, ${share} of its variance.`,
    inPlane: 'In the plane',
    plane: 'The plane of the first two principal components',
    planeAxes: (first: string, second: string) =>
      `The first two principal components: ${first} and ${second} of the remaining variance. Both axes have the same unit; the numbers count layers. Point at a sentence below, or tap it, to see its path.`,
    component: (number: number, share: string) => `component ${number}: ${share}`,
    title: 'One word, layer by layer',
    hint: 'The vector of one word, in sentences with two meanings. Layer 0 is its embedding, the same in all sentences where the word has the same position. Each layer after that adds what the sentence says.',
    word: 'Word',
    groups: ['One meaning', 'Another meaning'] as readonly [string, string],
    tooMany: (max: number, actual: number) =>
      `Use at most ${count(max)} sentences, not ${count(actual)}.`,
    perLine:
      'One sentence per line, each with the word in it. The model and the axis do not know which meaning a sentence has.',
    chart: 'First principal component over the layers',
    layer: (number: number) => `layer ${number}`,
    places:
      'The word does not have the same position in all sentences; that alone also moves the lines apart.',
    sentence: 'Sentence',
    noWord: (word: string, text: string) => `“${text}” does not contain the word “${word}”.`,
  },
  storyLoading: 'Loading the numbers …',
  arithmetic: 'How a weight is computed',
  /** Instead of the arithmetic of a number that the visitor changed. */
  setInstead: (formula: string) => `set by you instead of ${formula}`,
  dotProduct: {
    title: (numbers: number) => `All ${numbers} numbers of q and k, with their products`,
    number: 'number',
    sum: (numbers: number, sum: unknown) =>
      phrase`The sum of the ${numbers} products is q·k = ${sum}.`,
  },
  copyScript: 'Copy this row as PyTorch',
  toWord: 'To',
  noFile: (name: string) => `The file ${name} is missing. Choose it together with the others.`,
  noFiles: (names: string) => `These files are missing: ${names}. Choose all of them together.`,
  pickle: (name: string) =>
    `${name} is a pickle, which can run any program when it is opened. Choose model.safetensors instead.`,
  gone: (name: string) =>
    `${name} cannot be read any more: it was changed, moved or removed. Choose all files again.`,
  noJson: (name: string) => `${name} is not JSON, or not an object.`,
  badIndex:
    'model.safetensors.index.json should say in weight_map which .safetensors file has each tensor.',
  notInShard: (tensor: string, file: string) =>
    `model.safetensors.index.json says that ${file} has the tensor ${tensor}, but it does not.`,
  notInIndex: (tensor: string, file: string) =>
    `${file} has the tensor ${tensor}, which model.safetensors.index.json does not list.`,
  badTokenizer: 'tokenizer.json is damaged: it does not describe a tokenizer.',
  otherTokenizer: (kind: string) =>
    `tokenizer.json holds a tokenizer of the kind ${kind}; only WordPiece and BPE are supported.`,
  otherVocabulary: (id: number, size: number) =>
    `tokenizer.json gives a token the number ${id}, but the model has only ${count(size)} tokens. It belongs to another model.`,
  doubtfulVocabulary: (tokens: number, rows: number) =>
    `tokenizer.json has only ${count(tokens)} tokens, the model ${count(rows)}: it may belong to another model.`,
  cut: (max: number, tokens: number, after: string) =>
    `The model reads at most ${count(max)} tokens: the text is cut after “${after}”, and ${tokens === 1 ? 'the last token is' : `the last ${count(tokens)} tokens are`} not read.`,
  empty: 'Type at least one word.',
  noMask: (mask: string) => `Type ${mask} in place of the word to predict.`,
  noMaskToken: 'The tokenizer of this model has no token for a masked word.',
};
