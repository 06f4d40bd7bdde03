/** Chinese texts about weights from a file. */
import { count } from './count';
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

const rowsOf = (odd: number, rows: number) => `${count(rows)} 行中有 ${count(odd)} 行`;

export const fileWeights: Words['fileWeights'] = {
  shown: (name) => phrase`这里显示的是 ${name} 中的注意力权重。本页网址不包含它们。`,
  facts:
    '权重是文件中的原始数值；它们的和、平均值与熵在此处计算。模型维度、种子、掩码、位置编码和温度对它们不起作用。',
  notFinite: (odd, rows) => `${rowsOf(odd, rows)}含有非有限的数；这些格子为橙色。`,
  negative: (odd, rows) => `${rowsOf(odd, rows)}含有负数。`,
  otherSums: (odd, rows) => `${rowsOf(odd, rows)}的和不等于 1。`,
  asTheyAre: '不构成概率分布的行按原数值显示，而不是百分比。',
  title: '文件中的权重',
  only: '文件中只有权重，因此无法显示查询、键、值和上下文。',
  heading: (query, key, share) => phrase`${query} 对 ${key} 的权重是 ${share}`,
  weight: '权重',
  inFile: (code) => `文件中的 ${code}`,
  sum: '该行之和',
  entropy: '熵',
  spread: (keys) => `相当于权重平均分给 ${keys} 个键`,
  noEntropy: '只有权重非负且和为 1 的行才有熵',
  why: '文件中只有权重，无法得知产生它们的分数、查询和键。',
  zeros: '该行的所有权重都是 0。',
  rowNotFinite: '该行含有非有限的数值。',
  caption: '文件中的权重',
  choose: '注意力权重',
  item: (number) => `层或批次项的序号，1 到 ${count(number)}`,
  tooLarge: (name, tokens, max) =>
    `${name} 有 ${count(tokens)} 个查询或键。实验室的视图最多显示 ${max} 个，因此这里把它显示为一个矩阵。`,
  showAs: '作为注意力权重显示',
};
