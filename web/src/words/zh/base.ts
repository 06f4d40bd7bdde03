/** The interface's texts in Chinese (simplified). */
import { count } from './count';
import { divisorsOf, orList } from '../forms/divisors';
import { embed } from './embed';
import { open } from './open';
import { picture } from './picture';
import { refusals } from './refusals';
import { tight } from './tight';
import type { BaseWords, CatalogueParts } from '../en/base';
import { phrase } from '../forms/phrase';

const quoted = (text: string) => `“${text}”`;
const instead = (actual: string | number | null) =>
  actual === null ? '' : `，而不是${typeof actual === 'string' ? quoted(actual) : ` ${actual}`}`;

/** Names of a trace's fields that Chinese has words for. */
const fieldNames: Readonly<Record<string, string>> = { weights: '权重', context: '上下文' };

export const base: BaseWords = {
  clipboard: {
    copied: '已复制。',
    textSelected: '浏览器不允许访问剪贴板。文本已选中，请用键盘复制。',
    tableSelected: '浏览器不允许访问剪贴板。表格已选中，请用键盘复制。',
    saved: (name) => `浏览器不允许访问剪贴板。已开始下载：${name}`,
  },
  table: {
    summary: '表格',
    of: (what) => `：${what}`,
    copy: '复制为制表符分隔的文本',
  },
  open,
  difference: {
    heading: (field, first, second) =>
      `${fieldNames[field] ?? `${field} `}之差：“${first}”减去“${second}”`,
    masked: '掩码后为 −∞ 的分数无法相减。请使用 field="scores" 或 field="weights"。',
    expected: (actual) => `请给出两个实验室的 id，例如 of="one two"，而不是“${actual}”。`,
  },
  embed,
  export: {
    export: '导出',
    open: '打开文件……',
    hint: '……或拖放到此处：已保存的记录，或任意模型的 q、k、v 或注意力权重（NPZ、NPY、safetensors）。文件不会离开本机。',
    drop: '松开以打开文件',
    code: '这些数值的 Python 代码',
    numpy: '复制为 NumPy',
    pytorch: '复制为 PyTorch',
    trace: '完整记录',
    asJson: 'JSON',
    asNpz: 'NPZ',
    tensor: '单个张量',
    asCsv: 'CSV',
    asNpy: 'NPY',
    tooMany: (max) => `数据过大：超过 ${count(max)} 个数时，请保存为 NPY 或 NPZ。`,
    saved: (name) => `已开始下载：${name}`,
    scriptLoads: (name) => phrase`脚本会加载 ${name}，请将该文件保存在同一文件夹中。`,
    saveDataFile: '保存文件',
    showText: '以文本显示',
    text: '可复制的文本',
    shown: (name) => phrase`这里显示的是 ${name} 中的查询、键和值。本页网址不包含它们。`,
    back: '回到句子',
    left: (name) => phrase`现在显示的是您的句子，而不是 ${name}。`,
    again: '重新显示该文件',
    restored: (name) => `已从 ${name} 恢复句子和设置。`,
    differs: (name) =>
      `${name}：按其设置在此处计算得到了不同的数值，因此显示文件中的查询、键和值。`,
    inFile: (name) => phrase`${name} 的注意力`,
    item: (number) => `批次项的序号，1 到 ${count(number)}`,
    attend: '计算注意力',
    asMatrix: '查看单个张量',
    which: (number) => `矩阵序号，1 到 ${count(number)}`,
  },
  qkv: {
    shape: (name, actual) =>
      `${name} 的形状应为 [n, d_head]、[head, n, d_head] 或 [1, head, n, d_head]，而不是 ${actual}。`,
    weightsShape: (name, actual) =>
      `${name} 的形状应为 [query, key]、[head, query, key] 或 [1, head, query, key]，而不是 ${actual}。`,
    count: (name, expected, actual) => `${name} 应有 ${expected} 个数，实有 ${actual} 个。`,
    finite: (name, actual) => `${name} 只能含有限的数，而不是 ${actual}。`,
    keysAndValues: (k, v) => `k 与 v 的头数和词元数应相同；二者的形状是 ${k} 和 ${v}。`,
    queriesAndKeys: (q, k) =>
      `q 与 k 的 d_head 应相同，且 q 的头数应是 k 的头数的整数倍；二者的形状是 ${q} 和 ${k}。`,
    rows: (max, actual) => `最多可显示 ${max} 个查询和键，此处有 ${actual} 个。`,
    width: (max, actual) => `所有头合计，每个词元最多可显示 ${max} 个数，此处有 ${actual} 个。`,
    scores: (max, actual) => `最多可计算 ${max} 个分数（头 × 查询 × 键），此处有 ${actual} 个。`,
    tokens: (name, expected, actual) => `${name} 应有 ${expected} 个词元，实有 ${actual} 个。`,
  },
  marks: { comma: '，', semicolon: '；', colon: '：', decimal: '.' },
  lab: {
    head: (number) => `第 ${number} 个头`,
    headIn: (layer, number) => tight(`${layer} 第 ${number} 个头`),
    inCode: (name, head, attention) =>
      attention === undefined
        ? `${name}（代码中为 ${head}）`
        : `${name}（${attention}，头 ${head}）`,
    untrained: '未训练：参数是随机的',
    masked: '已掩码',
    otherTokens: (number) => `其余 ${number} 个词元`,
    notLoaded: '实验室的这一部分无法加载。',
    retry: '重试',
  },
  formula: {
    label: '上下文 = softmax(Q 乘 K 的转置，除以 d k 的平方根，再加掩码) 乘 V',
    context: '上下文',
    mask: '掩码',
    hint: '点击符号可转到它的数值；指向或点按数值时，对应的符号会突出显示。',
    goTo: (symbol) => `${symbol}：转到其数值`,
    explained: (meaning) => `：${meaning}`,
    projected: (letter) => `${letter} = X W_${letter}。`,
    symbols: {
      q: {
        name: 'Q，查询',
        meaning: '每个词元一行：该词元在寻找什么。',
      },
      k: {
        name: 'K，键',
        meaning: '每个词元一行：供查询比较的内容。',
      },
      v: {
        name: 'V，值',
        meaning: '每个词元一行：该词元被关注时传递的内容。',
      },
      scores: {
        name: '√dk，缩放后的分数',
        meaning: '每个查询与每个键的匹配程度：二者的点积除以 √dₖ。',
      },
      masked_scores: {
        name: '掩码',
        meaning: '查询不可见的键，其分数变为 −∞，权重因此变为 0。',
      },
      weights: {
        name: 'softmax，权重',
        meaning: '把每一行分数变成 0 到 100% 之间、合计 100% 的权重。',
      },
      context: {
        name: '上下文',
        meaning: '各个值向量乘以各自的权重再求和：即该查询的结果。',
      },
    },
  },
  controls: {
    labels: {
      text: '句子',
      num_heads: '头数',
      head: '显示的头',
      d_model: '模型维度 d_model',
      seed: '种子',
      mask: '掩码',
      positions: '位置编码',
      temperature: '温度',
    },
    choices: {
      mask: { none: '无', causal: '因果' },
      positions: { none: '关', sinusoidal: '正弦' },
    },
    less: (setting) => `${setting}：减小`,
    more: (setting) => `${setting}：增大`,
    meanOfHeads: '全部平均',
    status: (tokens, heads, head) =>
      `${tokens} 个词元 · ${heads} 个头（${head === null ? '显示各头平均' : `显示第 ${head} 个头，代码中为 ${head - 1}`}）`,
    computing: '正在计算……',
    size: '每头维度',
  },
  tokens: {
    label: '词元；选中的是查询',
    token: (token, number, share) => `${token}，第 ${number} 个词元，${share}`,
  },
  bars: {
    heading: (token) => phrase`${token} 的权重`,
    picture: (token) => `${token} 的权重条形图；数值见下方表格。`,
    table: (token) => `${token} 的权重`,
    key: '键',
    weight: '权重',
    share: '占比',
    maskedTokens: (number) => `${number} 个已掩码的词元`,
    notFinite: '这一行含有非有限的分数，因此没有权重。',
    nothing: '掩码使这个词元不能关注任何键，因此它的权重都是 0。',
  },
  arithmetic: {
    heading: (query, key, share) => phrase`为什么 ${query} 对 ${key} 的权重是 ${share}`,
    masked: (score) => `${score} + (−∞)，已掩码 =`,
    exponential: (score, max) => `exp(${score} − ${max}) =`,
    why: 'exp(分数 − 该行最大分数)：数值不会过大，占比不变。',
    tempered: (temperature) => `每个分数先除以温度 ${temperature}。`,
    mean: '平均',
    products: (number) => `…（共 ${number} 个乘积）`,
  },
  steps: {
    label: '热力图中显示的矩阵',
    scores: '分数',
    masked_scores: '掩码后的分数',
    weights: '权重',
  },
  heatmap: {
    titles: {
      q: 'Q，查询',
      k: 'K，键',
      v: 'V，值',
      scores: '分数，q·k / √dₖ',
      masked_scores: '掩码后的分数',
      weights: '权重，逐行 softmax',
      context: '上下文',
    },
    meanOfHeads: '各头平均',
    allHeads: '所有头',
    grid: (heads) => `${heads}，查询 ↓ 键 →`,
    size: (heads, rows, columns) => `${heads}，${rows} × ${columns}`,
    role: '热力图',
    label: (heading, rows, columns) =>
      `${heading}，${rows} 行 ${columns} 列。方向键逐格移动，回车键将该行设为当前查询。`,
    query: '查询',
    token: '词元',
    note: (row, rows) => `第 ${row} 行，共 ${rows} 行；复制时包含所有行。`,
  },
  legend: {
    colors: '色标',
    andMore: ' 及以上',
    range: (min, max) => `最小 ${min}，最大 ${max}`,
  },
  heads: { mean: '平均', oneScale: '所有头用同一色标' },
  zoom: {
    label: '单元格大小',
    in: '放大单元格',
    out: '缩小单元格',
    range: (rows, columns) => `第 ${rows} 行，第 ${columns} 列`,
  },
  vector: {
    heading: (token) => phrase`${token} 的上下文向量`,
    allHeads: (values) => `所有头并排，${values} 个数值`,
    oneHead: (values) => `权重 × 值向量之和，${values} 个数值`,
    sum: '它们的和，即上下文向量',
    role: '柱状图',
    label: (token, values) => `${token} 的上下文向量，${values} 个数值。方向键在数值之间移动。`,
    table: (token) => `${token} 的上下文向量`,
    part: '部分',
    context: '上下文向量',
  },
  playground: {
    tokens: '词元',
    weights: '查询的权重',
    matrix: '权重矩阵',
    projections: '查询、键和值',
    context: '上下文向量',
    starting: '正在启动引擎……',
    embed: '嵌入……',
  },
  refused: {
    named: (name, why) => `${name}：${why}`,
    wholeNumber: (min, max, actual) => `请输入 ${min} 到 ${count(max)} 的整数${instead(actual)}。`,
    number: (min, max, actual) => `请输入 ${count(min)} 到 ${count(max)} 的数${instead(actual)}。`,
    characters: (max, actual) => `最多 ${count(max)} 个字符，这段文本有 ${count(actual)} 个。`,
    noWord: '请至少输入一个词。',
    tokens: (max, actual) => `最多 ${count(max)} 个词元，这段文本有 ${count(actual)} 个。`,
    version: (version, actual) => `其版本为${quoted(actual)}，而本页只能读取版本 ${version}。`,
    oneOf: (name, choices, actual) =>
      `${name} 应为 ${choices.join(' 或 ')}，而不是${quoted(actual)}。`,
    suchAs: (name, example, actual) => `${name} 的形式应类似 ${example}，而不是${quoted(actual)}。`,
    state: (actual) => `应为类似 { v: 3, text: "…" } 的状态，得到的是 ${actual}。`,
    stateName: (names, actual) => `设置名应为 ${names}，得到的是 ${actual}。`,
    stateSetting: (name, expected, actual) => `${name}：应为 ${expected}，得到的是 ${actual}。`,
    link: (why) => `无法读取此链接：${why}现在显示默认设置。`,
    linkPart: (why) => `此链接中有一部分无法使用：${why}其余设置与链接相同。`,
    unknownSetting: (name) => `“${name}”不是本页的设置。`,
    engine: {
      'expected num_heads to divide d_model {}, got {}': (d_model, num_heads) =>
        `${d_model} 维无法平均分给 ${num_heads} 个头。可选：${orList(divisorsOf(d_model), '或', '、')}。`,
      'this trainer was lost when the engine stopped: create another': () =>
        '引擎已停止，本次训练随之丢失。请重新开始。',
      '{} has a NaN or an infinity in step {}: the model is that of step {}': (
        tensor,
        step,
        last,
      ) =>
        `在第 ${step} 步，${tensor} 不是有限值；到第 ${last} 步为止，所有数都有限。可以试试更小的学习率。`,
      'expected words of the vocabulary, got {}': (names) =>
        `模型不认识${names}。请使用词表中的词元。`
          .replaceAll('", "', '"、"')
          .replace(', ...。', '等词元。'),
      'expected {} tokens, got {}': (n, count) => `需要 ${n} 个词元，实际为 ${count} 个。`,
      'expected {} to {} tokens, got {}': (a, b, n) => `需要 ${a} 到 ${b} 个词元，实际为 ${n} 个。`,
    },
    templates: refusals,
    other: (message) => `引擎的提示（英文）：${message}`,
  },
  picture,
  save: {
    save: '保存',
    of: (what) => `：${what}`,
    formats: {
      svg: '图片，SVG',
      png: '图片，PNG',
      csv: '数值，CSV',
      npy: '数值，NPY',
    },
    failed: (why) => `保存失败：${why}`,
    source: 'Attention Lab',
    headByHead: '逐头的权重',
    formula: '缩放点积注意力',
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
