/** The interface's words in Chinese (simplified). */
import type { Words } from './words';

export const zh: Words = {
  table: {
    summary: '表格',
    of: (what) => `：${what}`,
    copy: '复制为制表符分隔的文本',
    copied: '已复制。',
    refused: '剪贴板被拒绝；已改为选中表格。',
  },
};
