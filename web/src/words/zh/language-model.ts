/** Chinese texts of the page for whole language models. */
import { count } from './count';
import { modelOffer } from './model-offer';
import { relations, shortRelations } from './relations';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const languageModel: Words['languageModel'] = {
  modelTitle: '边输入，边看语言模型的每一个头',
  modelIntro:
    '打开 MiniLM 或自己的模型并输入句子，就能看到所有头的权重图。然后测量每一个头：哪个从限定词关注名词，哪个从“她的”关注女孩，以及有多大把握。',
  openIntro:
    '输入句子，就能看到所有头的权重图。每一个头也都会被测量：哪个从限定词关注名词，哪个从“她的”关注女孩，以及有多大把握。',
  ...modelOffer,
  size: (layers, heads, width, weights) =>
    `${count(layers)} 层，每层 ${count(heads)} 个头，d_model 为 ${count(width)}，权重为 ${weights}。`,
  sentence: '句子',
  inLab: '在小模型中试试：其中每个数都可以改',
  labItself: '打开小模型：其中每个数都可以改（它读不了这句话）',
  sentenceHint: '下面的内容随输入更新。细线（列表中为圆点）表示接续同一单词的词元。',
  readsEnglish: '它读的是英语。',
  unknown: (token) => `${token} 代表一个不在此模型词表中的词或字符。`,
  examples: '示例',
  layer: (number) => `第 ${number} 层（layers.${number - 1}）`,
  layerShort: (number) => `第 ${number} 层`,
  onDelimiters: (share) => `两端占 ${share}`,
  heads: '所有的头',
  headsHint:
    '每个小图是一个头：行是关注者，列是被关注者。只有在测量中达到标准的头才有名称。图清晰并不证明这个头重要。',
  another: '打开另一个模型',
  textsInLink: (min, max, actual) =>
    `链接中有 ${actual} 段要比较的文本，应为 ${min} 到 ${max} 段。`,
  sentencesInLink: (max, actual) => `最多 ${max} 个句子；此链接中有 ${count(actual)} 个。`,
  absent: (what) => `此模型或句子中没有 ${what}。`,
  inCode: (layer, head) =>
    `第 ${layer} 层第 ${head} 个头（layers.${layer - 1}.attention，头 ${head - 1}）`,
  card: {
    isOff: '这个头已关闭。',
    right: (share, rows, low, high, offset, nearest) =>
      phrase`${count(rows)} 行中有 ${share} 正确（95% Wilson 区间：${low} 到 ${high}）；按最佳固定距离的正确率为 ${offset}${nearest}。`,
    nearest: {
      noun: { before: '前一个名词', after: '后一个名词' },
      verb: { before: '前一个动词', after: '后一个动词' },
    },
    nearestIn: (nearest, share) => phrase`，按${nearest}为 ${share}`,
    betterIn: (nearest, share) => phrase`，按${nearest}为 ${share}，优于这个头`,
    withinIn: (nearest, share) => phrase`，按${nearest}为 ${share}，在这个头的区间之内`,
    cannotTell: (nearest) => `这些句子无法区分该关系与“${nearest}”。`,
    also: (others) => `另有：${others}`,
    notMeasured: '正在测量……',
    noName: '没有名称',
    mostAbove: (relation, share, offset, nearest) =>
      phrase`与固定距离相比最好的是${relation}：${share} 的行正确；按最佳固定距离的正确率为 ${offset}${nearest}。`,
    ofChosen: (relation, share, offset, nearest) =>
      phrase`${relation}：${share} 的行正确；按最佳固定距离的正确率为 ${offset}${nearest}。`,
    unmeasured: '未测量：对这个模型来说，这些句子里没有这样的词。',
    headOff: '关闭这个头',
    headOn: '打开这个头',
    layerOff: '关闭本层所有的头',
    layerOn: '打开本层所有的头',
  },
  namedHeads: {
    label: '有名称的头',
    none: '这个模型中没有任何头获得名称。',
    soon: '获得名称的头会列在这里。',
    key: '层和头，从哪里 → 看向哪里（名：名词，动：动词，主：主语，宾：宾语），以及在测试行中看对的比例。有多个名称的头在这里只列出最好的一个。',
  },
  allHeads: {
    label: '所有的头',
    head: '头',
    ends: '在两端',
    scale: '所有图用同一色标，小的权重也较易看清；头没有名称时为灰色。',
    order: '排序',
    orders: { layer: '按层', name: '按名称', entropy: '按熵', distance: '按距离' },
    orderHint: {
      layer: '指向或点按一个图，上方就显示它的弧线。方向键可在图之间移动。',
      name: '同名的头排在一起，最好的在前；其余的在后。2·4 指第 2 层第 4 个头。',
      entropy:
        '这个句子中每行的平均熵，单位为奈特：每个词只关注一个词元时为 0。2·4 指第 2 层第 4 个头。',
      distance: '这个句子中，一个头所关注的位置平均有多远，以词元计。2·4 指第 2 层第 4 个头。',
    },
    name: '名称',
    score: '得分',
    entropy: '熵（奈特）',
    distance: '距离（词元）',
  },
  strip: (share, offset, place) => `最好的头：${share}（${place}）；按最佳固定距离：${offset}`,
  stripKey:
    '每条短线是一个头：它正确的行所占的比例，从 0 到 100%。蓝色：这个头有名称。点线：75%。线下方：最佳固定距离。',
  lit: {
    earned: (named, all) =>
      named === 0
        ? `${count(all)} 个头中没有一个获得这个名称。`
        : `${count(all)} 个头中有 ${named} 个获得这个名称。`,
    noWords: '本页不知道这个句子中哪些词具有这种关系。',
    all: '重新显示全部头',
  },
  chosenHint: {
    hidden:
      '先是每个词关注哪里，然后是权重乘以所取的值 v 的长度，即实际到达的量。两端的词元没有显示，所以每行合计不足 100%。',
    shown: '先是每个词关注哪里，然后是权重乘以所取的值 v 的长度，即实际到达的量。',
    rescaled:
      '先是每个词关注哪里，每行按落在词上的部分换算为 100%；然后是实际到达的量：权重乘以值 v 的长度。两端的词元没有显示。',
  },
  strongest: '回到句子',
  saveEverything: '保存这个句子的全部数值（NPZ）',
  weights: '权重',
  example: {
    weight: (from, to, weight, place) => phrase`${from} → ${to} ${weight}，${place}`,
    leans: (from, to, weight, before, place) =>
      phrase`${from} → ${to} ${weight}，同一个头，之前为 ${before}（${place}）。`,
    noFlip: (rival, weight) => phrase`权重有所偏移，但没有转向：${rival} 得到 ${weight}。`,
    stays: (rival, weight) => phrase`它没有转向：${rival} 得到 ${weight}。`,
    flips: (rival, weight) => phrase`这里它转向了：${rival} 得到 ${weight}。`,
    cosines: (word, same, other, layer) =>
      phrase`${word}：第 ${layer} 层之后，与另一处河岸的余弦相似度为 ${same}，与银行的余弦相似度为 ${other}`,
  },
  /** Labels in the embed dialog. */
  parts: { arcs: '带弧线的句子', head: '选中的头' },
  delimiters: {
    label: (first, last) => `${first}、${last}`,
    are: (delimiters, form) => `${delimiters}：${form}。`,
    forms: { hidden: '隐藏', shown: '显示', rescaled: '隐藏，每行换算为 100%' },
    said: {
      hidden: (word, head) =>
        `这个词有 ${word} 的权重在它们上面，整个头为 ${head}。所以每行合计不足 100%。`,
      shown: (word, head) => `这个词有 ${word} 的权重在它们上面，整个头为 ${head}。`,
      rescaled: (word, head) =>
        `已换算：不计这个词落在它们上面的 ${word} 的权重（整个头为 ${head}）。`,
    },
  },
  effects: {
    title: '这些改动有什么作用',
    undo: '撤销所有改动',
    headOff: (place) => `${place}已关闭：它没有任何贡献。`,
    layerOff: (layer) => `第 ${layer} 层所有的头已关闭。该层的前馈部分仍在工作。`,
    row: (place, query, key) => phrase`在${place}中，${query} 只关注 ${key}。`,
    numbers: (count) => `上面改动的数：${count} 个。`,
    similarity: '您的句子与下面各文本的相似度',
    text: '文本',
    before: '之前',
    after: '之后',
    change: '变化',
    turned: '向量转了多少',
    turnedHint:
      '1 减去每个词元改动前后两个向量之间的余弦；0 表示没有变化。显示 0.00 的格，数值小于 0.01。',
  },
  cosines: {
    title: '两个词有多相似？',
    column: '曲线',
    hint: '这些句子中任意两个词的向量之间的余弦相似度，逐层来看，以及所有句子对的平均值。',
    choice: (number) => `词 ${number}`,
    word: '词',
    in: '所在句子',
    chosen: (one, other) => `${one} 与 ${other}`,
    within: (group) => `${group}，平均`,
    across: '两种含义之间，平均',
    last: (line, value) => `${line}：${value}`,
  },
  relationsTitle: '哪个头做什么？',
  relationsHint:
    '模型读一些句子，句中每个词应当关注哪里是已知的。每一行对应一个词，它应当关注另一个词。如果一个头的最大权重在至少 75% 的行中正确，并且正确率明显高于最佳固定距离，这个头就获得名称。',
  cutSentences: (cut, all) =>
    `${count(all)} 个句子中有 ${count(cut)} 个超出了这个模型能读的长度，表中的行不包括它们。`,
  howMeasured: '如何测量',
  measured: (sentences) =>
    `句子${sentences > 0 ? `共 ${count(sentences)} 个，` : ''}自动生成，每次都相同（种子固定）。前一半句子用来找头，后一半用来命名，并测得这里显示的数。宾语中 70% 是物，其余是人。30% 的物和地点前面还有一个名词作修饰，如“a castle wall”。`,
  rule: '在前一半句子中，如果一个头落在词上的最大权重在至少一半的行中正确，就算找到了这个头。在后一半句子中，该权重还要在至少 75% 的行中正确，并且正确率比最佳固定距离至少高 15 个百分点（关系本身是固定距离时除外），这个头才获得名称。其他关系只列出前一半句子中最佳的头，没有名称。',
  secondBaseline:
    '最近的名词或动词（之前或之后）是同样这些行上的第二个基线，不影响名称。如果这个基线在 100% 的行中正确，这些句子就无法区分该关系与“最近的名词”或“最近的动词”。',
  notFound: (message) => `无法测量各个头。${message}`,
  finding: (done, all) => `已读 ${count(done)} 个句子，共 ${count(all)} 个……`,
  search: '哪些头从……关注……',
  searchHint: '动词到宾语？',
  noRelation: '没有匹配的关系。',
  relation: '从 → 到',
  rows: '行数',
  rowCount: (rows) => count(rows),
  bestHead: '头',
  share: '正确的行',
  interval: '95% 区间（Wilson）',
  offset: '最佳固定距离',
  nearest: '最近的名词或动词',
  nearestOf: {
    noun: {
      before: (share) => `${share}，前一个名词`,
      after: (share) => `${share}，后一个名词`,
    },
    verb: {
      before: (share) => `${share}，前一个动词`,
      after: (share) => `${share}，后一个动词`,
    },
  },
  better: (baseline) => `${baseline}（优于该头）`,
  testSentences: {
    title: '测试句子',
    hint: (sentences, seed, from, to) =>
      phrase`后一半句子中的例子：${from}应当关注${to}。全部 ${count(sentences)} 个句子由种子 ${seed} 生成。`,
    from: '这个词',
    to: '那个词',
    save: '保存全部测试句子（CSV）',
  },
  goTo: (place) => `转到${place}`,
  meanWeight: '平均权重',
  name: '名称',
  named: '有名称',
  notNamed: '无名称',
  offsetOf: (share, distance) => `${share}，距离 ${distance}`,
  place: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
  label: (name) => `${name}：`,
  placeOff: (place) => `${place}，已关`,
  save: '保存全部得分（CSV）',
  relations,
  shortRelations,
  valueWeighted: {
    title: '权重大，贡献小？',
    hint: '每个词元的贡献是它的权重乘以它的值向量 v。v 短时，权重再大，贡献也小。|v| 是在输出投影 W_O 之前测得的；Kobayashi 等（2020）测的是 v W_O。',
    shares: (weights, weighted) =>
      `这个头有 ${weights} 的权重在两端的词元上，而权重 × |v| 有 ${weighted} 在那里。`,
    nothing: '所以这些词元的贡献不到其权重所示的一半。',
    row: (token) => phrase`${token} 从每个词元取得多少`,
    weight: '权重',
    length: '|v|',
    weighted: '权重 × |v| 所占比例',
    map: '权重 × |v| 所占比例',
    token: '词元',
  },
  switchOff: {
    title: '相似度取决于哪些头？',
    hint: '依次关闭每个头，重新计算相似度。条形表示变化多少；向上表示没有这个头时两段文本更相似。蓝色宽条是有名称的头，灰色窄条是没有名称的头。',
    start: (heads) => `依次关闭 ${heads} 个头`,
    running: (done, all) => `已完成 ${done} 个头，共 ${all} 个……`,
    chart: '逐个关闭头时相似度的变化',
    change: '变化',
    head: '头',
    largest: (place, change) => `变化最大的是没有${place}时：${change}。`,
    means: (named, namedCount, other, otherCount) =>
      phrase`去掉 ${count(namedCount)} 个有名称的头之一，平均变化 ${named}；去掉其余 ${count(otherCount)} 个头之一，平均变化 ${other}。`,
    notMore: '在这里，有名称的头并不更重要。',
    more: '在这里，有名称的头更重要。',
    noProof: '图清晰并不证明这个头重要。',
  },
  rounding: {
    title: '舍入到 8 位会改变什么？',
    hint: '让 16 位的模型读同样的文本，并比较每个头的每个权重。之后关闭该模型。',
    hintStored:
      '按文件中的形式再打开这个模型，让它读同样的文本，并比较每个头的每个权重。之后关闭这第二个模型。',
    startStored: '与文件中的原样比较',
    start: (megabytes) => `与 16 位的文件比较（${withUnit(megabytes, 'MB')}）`,
    measured: (texts) => `针对所有的头，共 ${count(texts)} 段文本：上面的文本和各个例子。`,
    measuredExamples: (texts) => `针对所有的头，共 ${count(texts)} 个例子。`,
    largest: '单个权重的最大差',
    mean: '每行的最大差，对所有行取平均',
    otherKey: '的行，其最大权重落在另一个词元上',
    cosine: '两个模型的文本向量之间的余弦相似度，所有文本中的最小值',
  },
  similar: {
    title: '这些文本有多相似？',
    hint: '模型把每段文本变成一个向量：最后一层各行的平均值。两段文本的相似度是其向量之间的余弦，从 −1 到 1。选择一个格子，就能看到这个数来自哪些词。',
    text: (number) => `文本 ${number}`,
    remove: (number) => `移除文本 ${number}`,
    add: '添加文本',
    matrix: '相似度',
    column: '文本',
    cell: (row, column, value) => `文本 ${row} 与文本 ${column}：${value}`,
    pair: (row, column, value) => `文本 ${row} 与文本 ${column}：${value}。它来自哪些词？`,
    itself: '文本与自身的相似度总是 1。请选择两段不同的文本。',
    meaning:
      '每个数是该词元进入第一层的向量乘以相似度的梯度：大于 0 表示增强该词元会使两段文本更相似，小于 0 表示会使它们更不相似。这些数之和不等于相似度。',
    parts: '各词元的贡献',
    token: '词元',
    part: '贡献',
  },
  masked: {
    title: '缺的是哪个词？',
    hint: (mask) =>
      `此模型有一个预测掩码词的输出层。点按一个词，用掩码遮住它，或输入 ${mask}：条形表示模型认为该处会是哪些词，以及它们在整个词表中的概率。带下划线的是被遮住的原词。`,
    text: '要用掩码遮住词的文本',
    choose: '可以遮住的词',
    none: '没有遮住任何词。请点按一个词。',
    place: (word) => `“${word}”处`,
    best: (masked, word, share) => `“${masked}”处最可能是“${word}”：${share}。`,
    likely: '最可能的词',
    mask: '掩码',
    word: '词',
    probability: '概率',
  },
  paths: {
    set: '句子',
    sets: {
      it: (word) => `“${word}”：指动物，或指它没有穿过的东西`,
      bank: (word) => `“${word}”：河岸，或银行`,
      own: '自己的句子',
    },
    common: (share) =>
      `已减去每层对所有句子的平均值。这些平均值在各层之间的差别占总方差的 ${share}。`,
    byLayer: '逐层',
    axis: (share) => `纵轴：句子之间差别的第一主成分，占其方差的 ${share}。`,
    inPlane: '在平面上',
    plane: '前两个主成分的平面',
    planeAxes: (first, second) =>
      `前两个主成分分别占剩余方差的 ${first} 和 ${second}。两轴的单位相同；数字是层的序号。指向或点按下面的句子，就能看到它的路径。`,
    component: (number, share) => `第 ${number} 主成分：${share}`,
    title: '一个词，逐层来看',
    hint: '同一个词在两种含义的句子中的向量。第 0 层是它的嵌入：只要词的位置相同，嵌入就相同。之后，每一层都加入句子的内容。',
    word: '词',
    groups: ['一种含义', '另一种含义'],
    tooMany: (max, actual) => `最多 ${count(max)} 个句子，不能有 ${count(actual)} 个。`,
    perLine: '每行一个句子，句中要有这个词。模型不知道各句的含义，坐标轴也不是根据含义求得的。',
    chart: '第一主成分随层的变化',
    layer: (number) => `第 ${number} 层`,
    places: '这个词在各句中的位置不同：仅此一点也会使线分开。',
    sentence: '句子',
    noWord: (word, text) => `“${text}”中没有“${word}”这个词。`,
  },
  storyLoading: '正在加载这些数……',
  arithmetic: '权重是怎样算出来的',
  setInstead: (formula) => `由您设定，代替 ${formula}`,
  dotProduct: {
    title: (numbers) => `q 和 k 的全部 ${numbers} 个数及其乘积`,
    number: '序号',
    sum: (numbers, sum) => phrase`${numbers} 个乘积之和是 q·k = ${sum}。`,
  },
  copyScript: '复制这一行的 PyTorch 脚本',
  toWord: '关注',
  noFile: (name) => `缺少文件 ${name}。请与其他文件一起选择。`,
  noFiles: (names) => `缺少这些文件：${names}。请一起选择全部文件。`,
  pickle: (name) => `${name} 是 pickle 文件，打开时可以运行任何程序。请改选 model.safetensors。`,
  gone: (name) => `无法再读取 ${name}：该文件已被修改、移动或删除。请重新选择全部文件。`,
  noJson: (name) => `${name} 不是 JSON，或不是一个对象。`,
  badIndex: 'model.safetensors.index.json 的 weight_map 应说明每个张量在哪个 .safetensors 文件中。',
  notInShard: (tensor, file) =>
    `按 model.safetensors.index.json 所述，张量 ${tensor} 在 ${file} 中，但该文件里没有它。`,
  notInIndex: (tensor, file) =>
    `${file} 中有张量 ${tensor}，但 model.safetensors.index.json 没有列出它。`,
  badTokenizer: 'tokenizer.json 已损坏：其中没有可用的分词器。',
  otherTokenizer: (kind) => `tokenizer.json 中的分词器是 ${kind}；只支持 WordPiece 和 BPE。`,
  otherVocabulary: (id, size) =>
    `tokenizer.json 给出的词元编号为 ${id}，而模型只有 ${count(size)} 个词元。该文件属于另一个模型。`,
  doubtfulVocabulary: (tokens, rows) =>
    `tokenizer.json 只有 ${count(tokens)} 个词元，而模型有 ${count(rows)} 个：它可能属于另一个模型。`,
  cut: (max, tokens, after) =>
    `模型最多读取 ${count(max)} 个词元：文本在“${after}”之后被截断，最后 ${count(tokens)} 个词元没有读取。`,
  empty: '请至少输入一个词。',
  noMask: (mask) => `请在要预测的词处填入 ${mask}。`,
  noMaskToken: '此模型的分词器没有表示掩码词的词元。',
};
