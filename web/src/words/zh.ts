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
  difference: {
    heading: (field) => `${field} 之差：第一个实验减去第二个`,
    expected: (came) => `应给出两个实验的 id，例如 of="one two"，得到的是“${came}”。`,
  },
};
