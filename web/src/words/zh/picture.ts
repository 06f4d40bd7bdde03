/** Chinese texts in saved pictures. */
import type { BaseWords } from '../en/base';

export const picture: BaseWords['picture'] = {
  followed: '当前查询：',
  head: (head, heads) =>
    head === null
      ? `${heads} 个头的平均`
      : `第 ${head + 1} 个头（共 ${heads} 个，代码中为 ${head}）`,
  heads: (heads) => `${heads} 个头`,
  masks: { none: '无掩码', causal: '因果掩码' },
  positions: { none: '无位置编码', sinusoidal: '正弦位置编码' },
  seed: (seed) => `种子 ${seed}`,
  trained: '已训练',
  answer: (word, answer, share) => `“${word}”处的答案：${answer} ${share}`,
  onlyAnswer: (answer, share) => `答案：${answer} ${share}`,
  noPng: (width, height) => `浏览器没有生成 ${width} × ${height} 像素的 PNG。`,
};
