/** Chinese texts about what the visitor has changed. */
import type { Words } from '../en/base';

export const changes: Words['changes'] = {
  label: '改动',
  count: (changes) => `已改动：${changes} 项`,
  undoAll: '全部撤销',
  was: '原为：',
  row: (head, word, sentence) => `${head}，“${sentence}”中的“${word}”`,
  looksAt: (word) => `只关注“${word}”`,
  notInSentence: '（此句中没有）',
  value: (now, before) => `${now}，原为：${before}`,
};
