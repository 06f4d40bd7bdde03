/** The interface's words in English: the one catalogue that the others translate. */

/** A phrase around what an element marks up, such as a token: to be rendered one after the other. */
export type Phrase = readonly unknown[];

const count = (number: number) => number.toLocaleString('en');
const quoted = (text: string) => `“${text}”`;

export const en = {
  table: {
    summary: 'Table',
    of: (what: string) => ` of ${what}`,
    copy: 'Copy as tab-separated text',
    copied: 'Copied.',
    refused: 'The clipboard was refused; the table is selected instead.',
  },
  open: {
    noQueries: 'Expected a trace with q, k and v, got none.',
    cells: (name: string, most: number, came: string) =>
      `${name}: expected a matrix of 1 to ${count(most)} numbers, got the shape ${came}.`,
    empty: 'Expected a file with something in it, got an empty one.',
    unknown:
      'Expected a trace of this lab (.json or .npz), .npz, .npy or .safetensors, got something else.',
    tooLarge: (most: number, came: number) => `Expected at most ${most} MB, got ${came} MB.`,
    expands: (most: number, came: number) =>
      `Expected an archive that expands to at most ${most} MB, got ${came} MB.`,
    bytes: (where: string, expected: number, came: number) =>
      `${where}: expected ${expected} bytes, got ${came}.`,
    header: (where: string, most: number, came: number) =>
      `${where}: expected a header of at most ${most} bytes, got ${came}.`,
    notNpy: (where: string) => `${where}: expected an array saved by NumPy, got something else.`,
    npyVersion: (where: string, came: string) =>
      `${where}: expected NumPy’s format 1.0, 2.0 or 3.0, got ${came}.`,
    npyHeader: (where: string, came: string) =>
      `${where}: expected descr, fortran_order and shape, got ${came}.`,
    type: (where: string, came: string) =>
      `${where}: expected numbers (float16, 32, 64, bfloat16, integers or bool), got the type ${came}.`,
    shape: (where: string, came: string) =>
      `${where}: expected a shape of whole numbers, got ${came}.`,
    axes: (where: string, most: number, came: number) =>
      `${where}: expected at most ${most} axes, got ${came}.`,
    tooManyNumbers: (where: string, most: number, came: string) =>
      `${where}: expected at most ${most} numbers, got the shape ${came}.`,
    noTensors: 'Expected at least one tensor, got none.',
    tooManyTensors: (most: number, came: number) =>
      `Expected at most ${most} tensors, got ${came}.`,
    name: (came: string, most: number) =>
      `Expected a name of 1 to ${most} visible characters, got ${came}.`,
    twice: (name: string) => `Expected tensors of different names, got “${name}” twice.`,
    archive: (what: string) => `The archive is damaged: ${what}`,
    noDirectory: 'expected its directory at the end, and nothing behind it.',
    packing: (name: string) => `${name}: expected an entry stored or deflated, got another kind.`,
    entry: (name: string) => `${name}: its entry is not what the directory says.`,
    overlap: 'its entries overlap.',
    sum: (name: string) => `${name}: the check sum is wrong.`,
    pickle:
      'Expected arrays, got a PyTorch file (.pt, .pth), which holds a program: save it as safetensors or by numpy.savez.',
    safetensorsHeader: 'Expected a safetensors header in JSON, got something else.',
    safetensorsEntry: (name: string, came: string) =>
      `${name}: expected dtype, shape and data_offsets, got ${came}.`,
    offsets: (name: string, came: string) =>
      `${name}: expected data_offsets of its size, where the tensor before ends; got ${came}.`,
    allTensors: 'All tensors',
    json: 'Expected a trace of this lab in JSON, got something else.',
    trace: (came: string) => `Expected a trace of this lab, got ${came}.`,
    traceVersion: (expected: number, came: string) =>
      `Expected version ${expected} of the trace’s format, got ${came}.`,
    traceState: (came: string) => `Expected settings of this lab, got ${came}.`,
    traceTokens: (most: number, came: string) => `Expected 1 to ${most} tokens, got ${came}.`,
    traceTensor: (name: string, came: string) =>
      `${name}: expected axes, shape and numbers, got ${came}.`,
    numbers: (name: string, expected: number, came: number | string) =>
      `${name}: expected ${expected} numbers, got ${came}.`,
  },
  difference: {
    heading: (field: string) => `Difference of ${field}, first lab less second`,
    expected: (came: string) =>
      `Expected the ids of two labs, such as of="one two", got “${came}”.`,
  },
  embed: {
    button: 'Embed …',
    title: 'Put this into a page of your own',
    close: 'Close',
    what: 'What to show',
    choices: {
      all: 'the whole playground',
      row: 'tokens and bars',
      matrix: 'the heatmap',
      both: 'tokens, bars and heatmap',
      vector: 'tokens and the context vector',
    },
    opened: 'What was opened from a file is not in these: they show the sentence and the settings.',
    frame: 'A frame',
    frameNote:
      'For any page that takes an iframe. The script fits its height; without it the frame scrolls.',
    element: 'The elements',
    elementNote:
      'For pages that may have scripts. With a bundler: npm install attention-lab, and import it.',
    file: 'One file',
    fileNote:
      'The whole playground without a server or a network: open it, hand it out, or put it beside your page.',
    copy: 'Copy',
    copied: 'Copied.',
    refused: 'The clipboard was refused: the text is selected, copy it by keyboard.',
    download: 'Download attention-lab.html',
    saved: 'Downloaded, with these settings in it.',
    notTheFile: 'expected the file attention-lab.html, got something else.',
    notSaved: (reason: string) => `The file could not be had: ${reason}`,
  },
  take: {
    take: 'Take the numbers',
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
    tooMany: (most: number) => `More than ${count(most)} numbers are better taken as a NumPy file.`,
    copied: 'Copied.',
    refused: 'The clipboard was refused; the text is selected instead.',
    saved: (name: string) => `Given to the browser to save: ${name}`,
    beside: (name: unknown): Phrase => ['The script reads ', name, ', which belongs beside it.'],
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
  given: {
    shape: (name: string, came: string) =>
      `${name}: expected [n, d_head], [head, n, d_head] or [1, head, n, d_head], got ${came}.`,
    count: (name: string, expected: number, came: number) =>
      `${name}: expected ${expected} numbers, got ${came}.`,
    finite: (name: string, came: string) => `${name}: expected finite numbers, got ${came}.`,
    keysAndValues: (k: string, v: string) => `Expected k and v of one shape, got ${k} and ${v}.`,
    queriesAndKeys: (q: string, k: string) =>
      `Expected q and k of the same d_head, and heads of k that divide those of q; got ${q} and ${k}.`,
    rows: (most: number, came: number) => `Expected at most ${most} queries and keys, got ${came}.`,
    width: (most: number, came: number) =>
      `Expected at most ${most} numbers a token over all heads, got ${came}.`,
    scores: (most: number, came: number) =>
      `Expected at most ${most} scores, heads × queries × keys, got ${came}.`,
    tokens: (name: string, expected: number, came: number) =>
      `${name}: expected ${expected} tokens, got ${came}.`,
  },
  /** What several views say. */
  lab: {
    head: (number: number) => `head ${number}`,
    headShown: 'Head shown',
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
        says: 'The value rows, each times its weight, added up: what the query takes away.',
      },
    },
  },
  controls: {
    sentence: 'Sentence',
    d_model: 'Model size d_model',
    num_heads: 'Heads',
    seed: 'Seed',
    less: (setting: string) => `${setting}: less`,
    more: (setting: string) => `${setting}: more`,
    meanOfHeads: 'mean of all',
    mask: 'Mask',
    masks: { none: 'none', causal: 'causal' },
    positions: 'Positions',
    positionEncoding: 'Position encoding',
    encodings: { none: 'off', sinusoidal: 'sinusoidal' },
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
      `${heading}, ${rows} rows by ${columns} columns. Arrow keys move from cell to cell, Enter follows the row.`,
    query: 'query',
    token: 'token',
    note: (row: number, rows: number) => `Row ${row} of ${rows}; the copy has them all.`,
  },
  legend: {
    colors: 'colour scale',
    andMore: ' and more',
    range: (least: string, most: string) => `least ${least}, largest ${most}`,
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
  },
  /** What was expected and what came. */
  refused: {
    named: (name: string, why: string) => `${name}: ${why}`,
    /** What came: text as it was typed, a number, or null for nothing. */
    wholeNumber: (least: number, most: number, came: string | number | null) =>
      `Expected a whole number from ${least} to ${count(most)}, got ${
        came === null ? 'nothing' : typeof came === 'string' ? quoted(came) : came
      }.`,
    characters: (most: number, came: number) =>
      `Expected at most ${count(most)} characters, got ${count(came)}.`,
    noWord: 'Expected a sentence of at least one word, got none.',
    tokens: (most: number, came: number) =>
      `Expected at most ${count(most)} tokens, got ${count(came)}.`,
    version: (version: string, came: string | null) =>
      `expected version ${version}, got ${came === null ? 'none' : quoted(came)}.`,
    oneOf: (name: string, choices: readonly string[], came: string) =>
      `expected ${name} ${choices.join(' or ')}, got ${quoted(came)}.`,
    suchAs: (name: string, example: string, came: string) =>
      `${name}: expected something such as ${example}, got ${quoted(came)}.`,
    state: (came: string) => `Expected a state such as { v: 1, text: "…" }, got ${came}.`,
    stateName: (names: string, came: string) => `Expected settings named ${names}, got ${came}.`,
    stateSetting: (name: string, expected: string, came: string) =>
      `${name}: expected ${expected}, got ${came}.`,
    link: (why: string) => `This link could not be read: ${why} The defaults are shown.`,
    // The core's own, as it says them.
    notDivisible: (d_model: string, num_heads: string) =>
      `d_model ${d_model} is not divisible by num_heads ${num_heads}.`,
    coreWholeNumber: (name: string, least: string, most: string, came: string) =>
      `Expected ${name} to be a whole number from ${least} to ${most}, got ${came}.`,
    coreOneOf: (name: string, one: string, other: string, came: string) =>
      `Expected ${name} to be ${one} or ${other}, got ${came}.`,
    notStarted: (why: string) => `The engine could not start: ${why}.`,
    stopped: (why: string) => `The engine stopped: ${why}.`,
    closed: 'The engine has been closed.',
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
    followed: 'followed:',
    ownScale: 'each head’s own largest',
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
