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
  embed: {
    button: '嵌入……',
    title: '放入自己的网页',
    close: '关闭',
    what: '显示内容',
    choices: {
      all: '全部内容',
      row: '词元与条形图',
      matrix: '热力图',
      both: '词元、条形图与热力图',
      vector: '词元与上下文向量',
    },
    frame: '框架',
    frameNote: '适用于任何允许 iframe 的网页。脚本会调整高度；没有脚本时框架自带滚动条。',
    element: '元素',
    elementNote: '适用于允许脚本的网页。使用打包工具时：npm install attention-lab，然后导入。',
    file: '单个文件',
    fileNote: '无需服务器和网络的完整页面：可直接打开、分发，或放在自己的网页旁边。',
    copy: '复制',
    copied: '已复制。',
    refused: '剪贴板被拒绝：文本已选中，请用键盘复制。',
    download: '下载 attention-lab.html',
    saved: '已下载，并包含当前设置。',
    notSaved: (reason) => `无法取得文件：${reason}`,
  },
};
