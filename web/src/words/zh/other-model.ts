/** Chinese texts of the models that the first page leads to, and of files. */
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const otherModel: Words['otherModel'] = {
  miniLm: 'MiniLM 有 2270 万个参数和 72 个注意力头。它有自己的页面，列出其中获得名称的头。',
  openInMiniLm: (megabytes) => `在 MiniLM 中打开这个句子（${withUnit(megabytes, 'MB')}）`,
  openMiniLm: (megabytes) => `打开 MiniLM（${withUnit(megabytes, 'MB')}）`,
  knowsAll: (megabytes) => `在认识所有词的 MiniLM 中打开（${withUnit(megabytes, 'MB')}）`,
  origin: (source, license) => `来源：${source}。许可证：${license}。`,
  noMiniLm: '本网站构建时没有包含 MiniLM。',
  noAnswer: 'MiniLM 的信息无法加载。',
  untrained: '只有一层，参数随机，大小、头数和掩码由您选择。它有自己的页面。',
  openInLayer: '在未经训练的一层中打开这个句子',
  openLayer: '打开未经训练的一层',
  fileHint: '您在训练页面保存的参数（safetensors）。文件只留在这台电脑上。',
  openFile: '打开训练好的文件……',
  openAnother: '打开另一个文件……',
  opening: '正在打开文件……',
  ownBert: '您自己的 BERT 模型',
  back: '返回网站的模型',
  file: (name, training) =>
    phrase`${name}：${training}。链接不包含此文件：链接打开的是网站上同一任务的模型。`,
  notOpened: (why) => `无法打开此文件：${why}`,
  noRecipe: '它不是训练页面所保存的那种带配方的 safetensors 文件。',
  otherTask: (actual, tasks) => `它的模型学的是“${actual}”；本页显示这些任务的模型：${tasks}。`,
};
