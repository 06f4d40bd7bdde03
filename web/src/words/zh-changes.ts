/** Chinese texts about what the visitor has changed. */
import type { changes } from './en-changes';

export const zhChanges: typeof changes = {
  label: '改动',
  was: '原为：',
  row: (head, word, sentence) => `${head}，“${sentence}”中的“${word}”`,
  looksAt: (word) => `只关注“${word}”`,
  weight: (weight, before) => `${weight}，原为：${before}`,
};
