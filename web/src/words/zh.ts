/** The interface's words in Chinese (simplified). */
import type { Words } from './words';

const count = (number: number) => number.toLocaleString('zh-CN');
const quoted = (text: string) => `“${text}”`;

export const zh: Words = {
  table: {
    summary: '表格',
    of: (what) => `：${what}`,
    copy: '复制为制表符分隔的文本',
    copied: '已复制。',
    refused: '剪贴板被拒绝；已改为选中表格。',
  },
  lab: {
    head: (number) => `头 ${number}`,
    headShown: '显示的头',
    masked: '已掩码',
    otherTokens: (number) => `其余 ${number} 个词元`,
  },
  formula: {
    label: '上下文 = softmax(Q 乘 K 的转置，除以 d k 的平方根，加掩码) 乘 V',
    context: '上下文',
    mask: '掩码',
    hint: '每个符号都通向它的数值；指向一个数值，它的符号就会亮起。',
    goTo: (symbol) => `${symbol}：转到其数值`,
    explained: (says) => `：${says}`,
    symbols: {
      q: {
        name: 'Q，查询',
        says: '每个词元一行：它在寻找什么。Q = X W_Q。',
      },
      k: {
        name: 'K，键',
        says: '每个词元一行：它凭什么被找到。K = X W_K。',
      },
      v: {
        name: 'V，值',
        says: '每个词元一行：被关注时它传递什么。V = X W_V。',
      },
      scores: {
        name: '√dk，缩放后的分数',
        says: '每个查询与每个键的匹配程度：二者的点积除以 √dₖ。',
      },
      masked_scores: {
        name: '掩码',
        says: '查询不可见的键，其分数变为 −∞，权重变为 0。',
      },
      weights: {
        name: 'softmax，权重',
        says: '把每一行分数变成权重：全部为正，合计 100%。',
      },
      context: {
        name: '上下文',
        says: '各个值行乘以各自的权重再相加：查询由此得到的结果。',
      },
    },
  },
  controls: {
    sentence: '句子',
    d_model: '模型维度 d_model',
    num_heads: '头数',
    seed: '随机种子',
    less: (setting) => `${setting}：减小`,
    more: (setting) => `${setting}：增大`,
    meanOfHeads: '全部平均',
    mask: '掩码',
    masks: { none: '无', causal: '因果' },
    positions: '位置',
    positionEncoding: '位置编码',
    encodings: { none: '关', sinusoidal: '正弦' },
    status: (tokens, heads, head) =>
      `${tokens} 个词元 · ${heads} 个头（${head === null ? '显示各头平均' : `显示头 ${head}`}） · 每头维度`,
  },
  tokens: {
    label: '词元；选中的是查询',
    token: (token, number, share) => `${token}，第 ${number} 个词元，${share}`,
  },
  bars: {
    heading: (token) => [token, ' 的权重'],
    picture: (token) => `${token} 的权重条形图；数值见下方表格。`,
    table: (token) => `${token} 的权重`,
    key: '键',
    weight: '权重',
    share: '占比',
    maskedTokens: (number) => `${number} 个已掩码的词元`,
    notFinite: '这一行有一个分数不是有限值，因此没有权重。',
    nothing: '这个词元不能关注任何词元：它的权重都是 0。',
  },
  arithmetic: {
    heading: (query, key) => [query, ' 对 ', key, ' 的权重是怎样算出的'],
    masked: (score) => `${score} + (−∞)，已掩码 =`,
    exponential: (score, largest) => `exp(${score} − ${largest})，减去该行最大值 =`,
    mean: '平均',
    products: (number) => `…（共 ${number} 个乘积）`,
  },
  steps: {
    label: '热图中显示的矩阵',
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
    role: '热图',
    label: (heading, rows, columns) =>
      `${heading}，${rows} 行 ${columns} 列。方向键逐格移动，回车键跟随该行。`,
    query: '查询',
    token: '词元',
    note: (row, rows) => `第 ${row} 行，共 ${rows} 行；复制时包含全部。`,
  },
  legend: {
    colors: '色标',
    andMore: ' 及以上',
    range: (least, most) => `最小 ${least}，最大 ${most}`,
  },
  heads: { mean: '平均' },
  vector: {
    heading: (token) => [token, ' 的上下文'],
    allHeads: (values) => `所有头并排，${values} 个数值`,
    oneHead: (values) => `权重 × 值行之和，${values} 个数值`,
    sum: '它们的和，即上下文',
    role: '柱状图',
    label: (token, values) => `${token} 的上下文向量，${values} 个数值。方向键在数值之间移动。`,
    table: (token) => `${token} 的上下文`,
    part: '部分',
    context: '上下文',
  },
  playground: {
    tokens: '词元',
    weights: '查询的权重',
    matrix: '权重矩阵',
    projections: '查询、键和值',
    context: '上下文向量',
    retry: '重试',
    starting: '正在启动引擎……',
  },
  refused: {
    named: (name, why) => `${name}：${why}`,
    wholeNumber: (least, most, came) =>
      `应为 ${least} 到 ${count(most)} 的整数，实际为${
        came === null ? '空' : typeof came === 'string' ? quoted(came) : ` ${came}`
      }。`,
    characters: (most, came) => `最多 ${count(most)} 个字符，实际为 ${count(came)} 个。`,
    noWord: '应为至少含一个词的句子，实际没有词。',
    tokens: (most, came) => `最多 ${count(most)} 个词元，实际为 ${count(came)} 个。`,
    version: (version, came) =>
      `应为版本 ${version}，实际${came === null ? '没有版本' : `为${quoted(came)}`}。`,
    oneOf: (name, choices, came) => `${name} 应为 ${choices.join(' 或 ')}，实际为${quoted(came)}。`,
    link: (why) => `无法读取此链接：${why}现在显示默认设置。`,
    notDivisible: (d_model, num_heads) => `d_model ${d_model} 不能被 num_heads ${num_heads} 整除。`,
    coreWholeNumber: (name, least, most, came) =>
      `${name} 应为 ${least} 到 ${most} 的整数，实际为 ${came}。`,
    coreOneOf: (name, one, other, came) => `${name} 应为 ${one} 或 ${other}，实际为 ${came}。`,
    notStarted: (why) => `引擎无法启动：${why}。`,
    stopped: (why) => `引擎已停止：${why}。`,
    closed: '引擎已关闭。',
    other: (message) => `计算核心提示（英文）：${message}`,
  },
  save: {
    save: '保存',
    of: (what) => `：${what}`,
    formats: {
      svg: '图片，SVG',
      png: '图片，PNG',
      csv: '数值，CSV',
      npy: '数值，NPY',
    },
    failed: (why) => `无法保存：${why}`,
    followed: '跟随：',
    ownScale: '各头自身的最大值',
    headByHead: '逐头的权重',
    formula: '缩放点积注意力',
    head: (head, heads) =>
      head === null ? `${heads} 个头的平均` : `头 ${head + 1}（共 ${heads} 个）`,
    heads: (heads) => `${heads} 个头`,
    masks: { none: '无掩码', causal: '因果掩码' },
    positions: { none: '无位置编码', sinusoidal: '正弦位置编码' },
    seed: (seed) => `随机种子 ${seed}`,
    quoted,
  },
};
