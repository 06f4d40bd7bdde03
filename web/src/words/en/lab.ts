/** English texts of a lab's controls and views. Code that uses them imports add-lab.ts. */
import { count } from '../forms/count';
import { phrase } from '../forms/phrase';

const values = (number: number) => `${number} ${number === 1 ? 'value' : 'values'}`;

export const lab = {
  vector: {
    heading: (token: unknown) => phrase`Context of ${token}`,
    allHeads: (number: number) => `all heads side by side, ${values(number)}`,
    oneHead: (number: number) => `the sum of weight × value row, ${values(number)}`,
    sum: 'their sum, the context',
    role: 'bar chart',
    label: (token: string, number: number) =>
      `Context vector of ${token}, ${values(number)}. Arrow keys move from value to value.`,
    table: (token: string) => `context of ${token}`,
    part: 'part',
    context: 'context',
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
      `${heading}, ${rows} ${rows === 1 ? 'row' : 'rows'} by ${columns} ${columns === 1 ? 'column' : 'columns'}. Arrow keys move from cell to cell, Enter selects the row as the query.`,
    query: 'query',
    token: 'token',
    note: (row: number, rows: number) => `Row ${row} of ${rows}. Copying includes all rows.`,
  },
  legend: {
    colors: 'color scale',
    andMore: ' and more',
    range: (min: string, max: string) => `min ${min}, max ${max}`,
  },
  difference: {
    heading: (field: string, first: string, second: string) =>
      `Difference in ${field}: ${first} minus ${second}`,
    masked: 'Masked scores of −∞ cannot be subtracted. Use field="scores" or field="weights".',
    expected: (actual: string) =>
      `Name two labs by their ids, such as of="one two", not “${actual}”.`,
  },
  export: {
    export: 'Export',
    open: 'Open a file …',
    hint: '… or drop one here: a saved trace, or q, k and v or attention weights from any model (NPZ, NPY, safetensors). The file stays on this computer.',
    drop: 'Drop the file to open it',
    code: 'Python code for these numbers',
    numpy: 'Copy as NumPy',
    pytorch: 'Copy as PyTorch',
    trace: 'Complete trace',
    asJson: 'JSON',
    asNpz: 'NPZ',
    tensor: 'One tensor',
    asCsv: 'CSV',
    asNpy: 'NPY',
    tooMany: (max: number) => `Too large: save more than ${count(max)} numbers as NPY or NPZ.`,
    saved: (name: string) => `Download started: ${name}`,
    scriptLoads: (name: unknown) =>
      phrase`The script loads ${name}. Save that file in the same folder.`,
    saveDataFile: 'Save the file',
    showText: 'Show as text',
    text: 'Text to copy',
    shown: (name: unknown) =>
      phrase`These are the queries, keys and values from ${name}. The address of this page does not include them.`,
    back: 'Back to the sentence',
    left: (name: unknown) => phrase`Your sentence is shown instead of ${name}.`,
    again: 'Show the file again',
    restored: (name: string) => `Restored the sentence and settings from ${name}.`,
    differs: (name: string) =>
      `${name}: computing with its settings gave different numbers here, so you see the queries, keys and values from the file.`,
    inFile: (name: unknown) => phrase`Attention from ${name}`,
    item: (number: number) => `Batch item, from 1 to ${count(number)}`,
    attend: 'Compute attention',
    asMatrix: 'View one tensor',
    which: (number: number) => `Matrix, from 1 to ${count(number)}`,
  },
  formula: {
    label:
      'context = softmax(Q times K transposed, over the square root of d k, plus mask) times V',
    context: 'context',
    mask: 'mask',
    hint: 'Choose a symbol to go to its numbers. Point at a number, or tap it, to highlight its symbol.',
    goTo: (symbol: string) => `${symbol}: go to its numbers`,
    explained: (meaning: string) => `: ${meaning}`,
    projected: (letter: string) => `${letter} = X W_${letter}.`,
    symbols: {
      q: {
        name: 'Q, queries',
        meaning: 'One row per token: what the token looks for.',
      },
      k: {
        name: 'K, keys',
        meaning: 'One row per token: what queries are compared with.',
      },
      v: {
        name: 'V, values',
        meaning: 'One row per token: what the token passes on when it is attended to.',
      },
      scores: {
        name: '√dk, scaled scores',
        meaning: 'How well each query matches each key: their dot product, divided by √dₖ.',
      },
      masked_scores: {
        name: 'mask',
        meaning:
          'The score of each key that a query may not see becomes −∞, so its weight becomes 0.',
      },
      weights: {
        name: 'softmax, weights',
        meaning: 'Turns each row of scores into weights from 0 to 100% that add up to 100%.',
      },
      context: {
        name: 'context',
        meaning:
          'The sum of the value rows, each multiplied by its weight: the result for the query.',
      },
    },
  },
  controls: {
    /** The label of each setting's control. */
    labels: {
      text: 'Sentence',
      num_heads: 'Heads',
      head: 'Head shown',
      d_model: 'Model size d_model',
      seed: 'Seed',
      mask: 'Mask',
      positions: 'Position encoding',
      temperature: 'Temperature',
    },
    choices: {
      mask: { none: 'none', causal: 'causal' },
      positions: { none: 'off', sinusoidal: 'sinusoidal' },
    },
    less: (setting: string) => `${setting}: less`,
    more: (setting: string) => `${setting}: more`,
    meanOfHeads: 'mean of all',
    /** A null head is the mean of all heads. */
    status: (tokens: number, heads: number, head: number | null) =>
      `${tokens} ${tokens === 1 ? 'token' : 'tokens'} · ${heads} ${heads === 1 ? 'head' : 'heads'} (${
        head === null ? 'viewing their mean' : `viewing head ${head}, in code ${head - 1}`
      })`,
    computing: 'Computing …',
    /** `d_k = 4` follows. */
    size: 'head size',
  },
  tokens: {
    label: 'Tokens; the selected one is the query',
    token: (token: string, number: number, share: string) => `${token}, token ${number}, ${share}`,
  },
  bars: {
    heading: (token: unknown) => phrase`Weights of ${token}`,
    picture: (token: string) =>
      `Bar chart of the weights of ${token}; the table below lists the numbers.`,
    table: (token: string) => `weights of ${token}`,
    key: 'key',
    weight: 'weight',
    share: 'share',
    maskedTokens: (number: number) => `${number} masked tokens`,
    notFinite: 'This row contains a score that is not finite, so it has no weights.',
    nothing: 'The mask lets this token attend to no key, so all its weights are 0.',
  },
  arithmetic: {
    heading: (query: unknown, key: unknown, share: string) =>
      phrase`Why ${query} gives ${key} ${share}`,
    masked: (score: string) => `${score} + (−∞), masked =`,
    exponential: (score: string, max: string) => `exp(${score} − ${max}) =`,
    why: 'exp(score − largest score in the row): no number gets too large, and the shares stay the same.',
    tempered: (temperature: string) =>
      `Each score is first divided by the temperature, ${temperature}.`,
    mean: 'mean',
    products: (number: number) => `… (${number} products)`,
  },
  steps: {
    label: 'Matrix shown in the heatmap',
    scores: 'scores',
    masked_scores: 'masked scores',
    weights: 'weights',
  },
  heads: { mean: 'mean', oneScale: 'one scale for all heads' },
  zoom: {
    label: 'Cell size',
    in: 'Enlarge cells',
    out: 'Shrink cells',
    /** The visible rows and columns, counted from 1. */
    range: (rows: string, columns: string) => `rows ${rows}, columns ${columns}`,
  },
  playground: {
    tokens: 'Tokens',
    weights: 'Weights of the query',
    matrix: 'Matrix of weights',
    projections: 'Queries, keys and values',
    context: 'Context vector',
    starting: 'Starting the engine …',
    embed: 'Embed …',
  },
};
