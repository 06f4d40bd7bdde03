/** Chinese texts of the page of trained models. */
import { count } from './count';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const trained: Words['trained'] = {
  live: '本页的每个数都由经过测试的 C++ 核心（编译为 WebAssembly）在您观看时算出。',
  absent: (what) => `此模型中没有 ${what}。`,
  questions: {
    goes_with: (word) => phrase`${word} 指的是谁？`,
    induction: (word) => phrase`之前 ${word} 后面是什么？`,
    translation: (word) => phrase`${word} 后面是哪个德语词？`,
    sort: (word) => phrase`${word} 后面是哪个数？`,
    digits: () => phrase`这是哪个数字？`,
  },
  learned: {
    shown: '一个小模型学会了',
    unchanged: '未改动的模型学会了',
    trained: '训练好的模型学会了',
  },
  intros: {
    goes_with: (tired, wide, it) =>
      phrase`根据最后一个词来判断：第 1 层关注 ${tired} 或 ${wide}；随后第 2 层从 ${it} 关注动物或街道。请任选一个词元。`,
    induction: '说出一个字母上次出现时后面的字母。请任选一个字母，看它关注哪里。',
    translation: '逐词翻译。选择一个德语词，看它关注哪些英语词。',
    sort: '排序：在竖线之后，它从小到大重复这些数。请任选一个位置，看它关注哪里。',
    digits:
      '根据 16 个图块认出手写数字。选择类别词元或一个图块，看它关注哪里；也可以自己写一个数字。',
  },
  reading: {
    two: '一层中的每个头都是一种关注方式。上方：第 1 层的一个头；下方：第 2 层的一个头。',
    narrow: '一层中的每个头都是一种关注方式。一侧：第 1 层的一个头；另一侧：第 2 层的一个头。',
    one: '一层中的每个头都是一种关注方式。这些弧线属于同一个头。',
    gray: '灰色：没有名称的头。',
  },
  size: (parameters, step) => `${count(parameters)} 个参数，${step}。`,
  steps: (steps) => `训练了 ${count(steps)} 步`,
  loading: '正在加载模型……',
  failed: (why) => `模型无法启动：${why}`,
  named: '这个头对正确的词元的平均权重，在本页用 64 个从未见过的样本测得，测量时模型未作任何改动。',
  unnamed:
    '尚无名称：它对正确的词元的平均权重低于 0.8，在本页用 64 个样本测得，测量时模型未作任何改动。',
  offScore: '已关闭，不起作用。得分是在所有头都打开时测得的。',
  measured: (right, examples) =>
    `文件生成时，对从未用于训练的 ${count(examples)} 个样本给出的答案有 ${right} 正确。`,
  worst: (right, examples) =>
    `文件生成时，用从未用于训练的 ${count(examples)} 个样本测试过：在最难的一类里，有 ${right} 的答案正确。`,
  example: '例子',
  storyExample: '下文讲述的例子',
  own: {
    label: '试试您自己的例子',
    ownExample: '您自己的',
    hint: (words) =>
      `模型认识 ${count(words)} 个词元。如果读不懂您的文本，就保留最后一个能读懂的例子。`,
    words: (words) => `模型认识的 ${count(words)} 个词元`,
    drawing: '所写的数字会像模型学习用的图片那样缩放并居中，并保存在链接里。',
  },
  line: {
    label: '模型，以及对它的改动',
    model: '模型',
    others: { minilm: 'MiniLM，72 个头', file: '自己的文件', untrained: '一层，未经训练' },
    mask: '掩码',
    masks: { none: '无', causal: '因果' },
    positions: '位置',
    place: { learned: '学习得到', sinusoidal: '正弦', rotary: '旋转（RoPE）', none: '关' },
    heads: { on: '开', off: '关' },
    some: (off, heads) => `${heads} 个中关了 ${off} 个`,
  },
  film: {
    label: '模型是怎样学会的',
    watch: '看它学习',
    pause: '暂停',
    hint: '就在这里，从零开始按同一配方训练：没有任何预先录制的内容。',
    before: '训练前',
    after: '训练后',
    running: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    link: '逐步训练',
  },
  matrices: {
    heading: '一次看所有的词元',
    hint: '图中每一行表示一个词元关注哪里。点选一行即可跟踪这个词元。',
  },
  maps: {
    heading: '一次看所有的头',
    hint: '全部使用同一色标。选择一个头，查看它的弧线和计算过程；关掉一些头，看看哪些结果取决于它们。',
  },
};
