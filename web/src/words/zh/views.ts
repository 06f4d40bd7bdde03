/** The texts of the views of a training run in Chinese. */
import type { views as english } from '../en/views';
import { phrase } from '../forms/phrase';

export const views: typeof english = {
  arcs: {
    sentence: '词元：选择一个，查看它的权重',
    word: (token, number, weights) => `${token}，第 ${number} 个词元；${weights}`,
    weight: (layer, percent) => `${layer}：${percent}`,
    inPercent: (layer) => `${layer}（%）`,
    direction: '弧线',
    directions: { looks_at: '关注', is_seen_by: '被关注' },
    force: (word) => phrase`让 ${word} 关注`,
    forceIn: (layer, word) => `${layer}：让“${word}”关注`,
    asLearned: '按模型所学',
    free: '撤销',
    hint: '或拖动弧线的末端',
    more: '更改、表格、保存',
    forced: '被设定为关注这里',
    strongest: (layer, drawn, all) => `${layer}：${all} 个权重中，只画出最大的 ${drawn} 个的弧线。`,
    title: (word) => `“${word}”关注哪些词元`,
    titleSeenBy: (word) => `哪些词元关注“${word}”`,
    other: '词元',
  },
  answer: {
    says: (word) => phrase`${word}：模型回答`,
    right: '正确',
    wrong: '错误',
    others: '其次可能的答案',
    notFinite: '没有答案：有些数超出了 32 位浮点数的范围。',
  },
  headMaps: {
    label: '各层的头',
    off: '关',
    on: (head) => `${head}：开`,
    scale: '所有头使用同一色标；头获得名称之前为灰色。',
    score: '名称后的数是该头在未见过的样本中对正确词元的平均权重。',
    directions: '行：关注者。列：被关注者。',
    cell: (head, query, key, share) => phrase`${head}：${query} 关注 ${key}：${share}`,
    weightsOf: (head) => `${head}的权重`,
  },
};
