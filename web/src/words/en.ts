/** The interface's words in English: the one catalogue that the others translate. */
import type { ChoiceName, ControlName, SettingValues } from '../settings';
import { count } from './count';
import { divisorsOf, orList } from './divisors';
import type { later } from './en-later';

/** A phrase around what an element marks up, such as a token: to be rendered one after the other. */
export type Phrase = readonly unknown[];

const quoted = (text: string) => `“${text}”`;
/** After what is asked for: what came, if anything did. */
const instead = (came: string | number | null) =>
  came === null ? '' : `, not ${typeof came === 'string' ? quoted(came) : came}`;

const atOnce = {
  table: {
    summary: 'Table',
    of: (what: string) => ` of ${what}`,
    copy: 'Copy as tab-separated text',
    copied: 'Copied.',
    refused: 'The clipboard was refused; the table is selected instead.',
  },
  difference: {
    heading: (field: string) => `Difference of ${field}, first lab minus second`,
    masked:
      'Masked scores have no difference where one of them is −∞: choose field="scores" or field="weights".',
    expected: (came: string) => `Name two labs by their ids, such as of="one two", not “${came}”.`,
  },
  export: {
    export: 'Export',
    open: 'Open a file …',
    hint: '… or drop one here: a trace, or q, k and v or weights of any model (NPZ, NPY, safetensors). It stays on this computer.',
    drop: 'Drop the file to open it',
    notLoaded: 'This part of the lab could not be loaded.',
    code: 'What is shown, as code',
    numpy: 'Copy as NumPy',
    pytorch: 'Copy as PyTorch',
    trace: 'The whole trace',
    asJson: 'JSON',
    asNpz: 'NPZ',
    tensor: 'One tensor',
    asCsv: 'CSV',
    asNpy: 'NPY',
    tooMany: (most: number) => `Save more than ${count(most)} numbers as a NumPy file.`,
    copied: 'Copied.',
    refused: 'The clipboard was refused; the text is selected instead.',
    saved: (name: string) => `Passed to the browser for saving: ${name}`,
    beside: (name: unknown): Phrase => ['The script reads ', name, ': save it in the same folder.'],
    saveBeside: 'Save it',
    showText: 'Show the text',
    text: 'Text to copy',
    shown: (name: unknown): Phrase => [
      'Shown are the queries, keys and values of ',
      name,
      '. They are not in the address.',
    ],
    back: 'Back to the sentence',
    restored: (name: string) => `${name}: its sentence and its settings are back.`,
    differs: (name: string) =>
      `${name}: its settings give other numbers here, so its own queries, keys and values are shown.`,
    inFile: (name: unknown): Phrase => ['In ', name],
    item: 'Item of the batch',
    attend: 'Attend',
    asMatrix: 'As a matrix',
    which: (number: number) => `Which of ${count(number)}, from 0`,
  },
  /** What several views say. */
  lab: {
    head: (number: number) => `head ${number}`,
    masked: 'masked',
    otherTokens: (number: number) => `${number} other tokens`,
  },
  formula: {
    label: 'context = softmax(Q K transposed over the root of d k, plus mask) V',
    context: 'context',
    mask: 'mask',
    hint: 'Every symbol leads to its numbers; a number under the pointer lights its symbol.',
    goTo: (symbol: string) => `${symbol}: go to its numbers`,
    explained: (says: string) => `: ${says}`,
    symbols: {
      q: {
        name: 'Q, queries',
        says: 'One row a token: what it looks for. Q = X W_Q.',
      },
      k: {
        name: 'K, keys',
        says: 'One row a token: what it offers to be found by. K = X W_K.',
      },
      v: {
        name: 'V, values',
        says: 'One row a token: what it hands on when attended to. V = X W_V.',
      },
      scores: {
        name: '√dk, scaled scores',
        says: 'How well each query meets each key: their dot product, divided by √dₖ.',
      },
      masked_scores: {
        name: 'mask',
        says: 'Scores of keys that a query may not see become −∞, and their weight 0.',
      },
      weights: {
        name: 'softmax, weights',
        says: 'Turns each row of scores into weights: positive, and together 100%.',
      },
      context: {
        name: 'context',
        says: 'The value rows, each times its weight, added up: the result for the query.',
      },
    },
  },
  controls: {
    /** Of the settings' controls. */
    labels: {
      text: 'Sentence',
      num_heads: 'Heads',
      head: 'Head shown',
      d_model: 'Model size d_model',
      seed: 'Seed',
      mask: 'Mask',
      positions: 'Position encoding',
    } satisfies Record<ControlName, string>,
    choices: {
      mask: { none: 'none', causal: 'causal' },
      positions: { none: 'off', sinusoidal: 'sinusoidal' },
    } satisfies { [N in ChoiceName]: Record<SettingValues[N], string> },
    less: (setting: string) => `${setting}: less`,
    more: (setting: string) => `${setting}: more`,
    meanOfHeads: 'mean of all',
    /** Before `d_k = 4`; a head of null is the mean of all. */
    status: (tokens: number, heads: number, head: number | null) =>
      `${tokens} ${tokens === 1 ? 'token' : 'tokens'} · ${heads} ${heads === 1 ? 'head' : 'heads'} (${
        head === null ? 'viewing their mean' : `viewing head ${head}`
      }) · head size`,
  },
  tokens: {
    label: 'Tokens; the chosen one is the query',
    token: (token: string, number: number, share: string) => `${token}, token ${number}, ${share}`,
  },
  bars: {
    heading: (token: unknown): Phrase => ['Weights of ', token],
    picture: (token: string) =>
      `Bar chart of the weights of ${token}; the table below has its numbers.`,
    table: (token: string) => `weights of ${token}`,
    key: 'key',
    weight: 'weight',
    share: 'share',
    maskedTokens: (number: number) => `${number} masked tokens`,
    notFinite: 'A score of this row is not finite, so it has no weights.',
    nothing: 'This token may attend to nothing: its weights are 0.',
  },
  arithmetic: {
    heading: (query: unknown, key: unknown): Phrase => ['How ', query, ' comes to weigh ', key],
    masked: (score: string) => `${score} + (−∞), masked =`,
    exponential: (score: string, largest: string) =>
      `exp(${score} − ${largest}), less the row’s largest =`,
    mean: 'mean',
    products: (number: number) => `… (${number} products)`,
  },
  steps: {
    label: 'Matrix shown in the heatmap',
    scores: 'scores',
    masked_scores: 'masked scores',
    weights: 'weights',
  },
  heatmap: {
    titles: {
      q: 'Q, queries',
      k: 'K, keys',
      v: 'V, values',
      scores: 'Scores, q·k / √dₖ',
      masked_scores: 'Masked scores',
      weights: 'Weights, softmax of each row',
      context: 'Context',
    },
    meanOfHeads: 'mean of heads',
    allHeads: 'all heads',
    grid: (heads: string) => `${heads}, queries ↓ keys →`,
    size: (heads: string, rows: number, columns: number) => `${heads}, ${rows} × ${columns}`,
    role: 'heatmap',
    label: (heading: string, rows: number, columns: number) =>
      `${heading}, ${rows} rows by ${columns} columns. Arrow keys move from cell to cell, Enter selects the row as the query.`,
    query: 'query',
    token: 'token',
    note: (row: number, rows: number) => `Row ${row} of ${rows}; the copy has them all.`,
  },
  legend: {
    colors: 'colour scale',
    andMore: ' and more',
    range: (min: string, max: string) => `min ${min}, max ${max}`,
  },
  heads: { mean: 'mean' },
  vector: {
    heading: (token: unknown): Phrase => ['Context of ', token],
    allHeads: (values: number) => `all heads side by side, ${values} values`,
    oneHead: (values: number) => `the sum of weight × value row, ${values} values`,
    sum: 'their sum, the context',
    role: 'bar chart',
    label: (token: string, values: number) =>
      `Context vector of ${token}, ${values} values. Arrow keys move from value to value.`,
    table: (token: string) => `context of ${token}`,
    part: 'part',
    context: 'context',
  },
  playground: {
    tokens: 'Tokens',
    weights: 'Weights of the query',
    matrix: 'Matrix of weights',
    projections: 'Queries, keys and values',
    context: 'Context vector',
    retry: 'Try again',
    starting: 'Starting the engine …',
    embed: 'Embed …',
  },
  /** What is refused, and what would be taken instead. */
  refused: {
    named: (name: string, why: string) => `${name}: ${why}`,
    /** What came: text as it was typed, a number, or null for nothing. */
    wholeNumber: (min: number, max: number, came: string | number | null) =>
      `Enter a whole number from ${min} to ${count(max)}${instead(came)}.`,
    number: (min: number, max: number, came: string | number | null) =>
      `Enter a number from ${min} to ${count(max)}${instead(came)}.`,
    characters: (max: number, came: number) =>
      `Use at most ${count(max)} characters; this text has ${count(came)}.`,
    noWord: 'Type at least one word.',
    tokens: (max: number, came: number) =>
      `Use at most ${count(max)} tokens; this text has ${count(came)}.`,
    version: (version: string, came: string | null) =>
      came === null
        ? `it does not say its version, v=${version}.`
        : `its version is ${quoted(came)}, and this page reads version ${version}.`,
    oneOf: (name: string, choices: readonly string[], came: string) =>
      `${name} must be ${choices.join(' or ')}, not ${quoted(came)}.`,
    suchAs: (name: string, example: string, came: string) =>
      `${name} must look like ${example}, not ${quoted(came)}.`,
    // To the people who write lessons.
    state: (came: string) => `Expected a state such as { v: 1, text: "…" }, got ${came}.`,
    stateName: (names: string, came: string) => `Expected settings named ${names}, got ${came}.`,
    stateSetting: (name: string, expected: string, came: string) =>
      `${name}: expected ${expected}, got ${came}.`,
    link: (why: string) => `This link could not be read: ${why} The defaults are shown.`,
    /** What the engine refuses, by the template of its own message; the arguments are its pieces. */
    engine: {
      'd_model {} is not divisible by num_heads {}': (d_model: string, num_heads: string) =>
        `${d_model} dimensions cannot be split into ${num_heads} equal heads. Try ${orList(divisorsOf(d_model), 'or')}.`,
      'The engine could not start: {}.': (why: string) => `The engine could not start: ${why}.`,
      'The engine stopped: {}.': (why: string) => `The engine stopped: ${why}.`,
      'The engine has been closed.': () => 'The engine has been closed.',
    },
    /** Whatever else the core or the engine says, which is in English. */
    other: (message: string) => message,
  },
  save: {
    save: 'Save',
    /** After `Save`, for who cannot see beside which view it stands. */
    of: (what: string) => `: ${what}`,
    formats: {
      svg: 'Picture, SVG',
      png: 'Picture, PNG',
      csv: 'Numbers, CSV',
      npy: 'Numbers, NPY',
    },
    failed: (why: string) => `This could not be saved: ${why}`,
    source: 'Attention Lab',
    // In the pictures.
    followed: 'query:',
    ownScale: 'maximum of each head',
    headByHead: 'Weights, head by head',
    formula: 'Scaled dot-product attention',
    head: (head: number | null, heads: number) =>
      head === null ? `mean of ${heads} heads` : `head ${head + 1} of ${heads}`,
    heads: (heads: number) => (heads === 1 ? '1 head' : `${heads} heads`),
    masks: { none: 'no mask', causal: 'causal mask' },
    positions: { none: 'no positions', sinusoidal: 'sinusoidal positions' },
    seed: (seed: number) => `seed ${seed}`,
    quoted,
  },
};

/** With what comes later (en-later.ts). */
export const en = atOnce as typeof atOnce & typeof later;
export type Words = typeof en;
