/** Chinese texts of the tasks that learn a text. */
import { count } from './count';
import type { ownText as english } from '../en/own-text';

export const ownText: typeof english = {
  label: '要学习的文本',
  hint: {
    characters: (min, max) =>
      `${count(min)} 到 ${count(max)} 个字符。可以输入、粘贴，或把 .txt 文件拖到这里。文本不会离开本页。`,
    words: (min, max) =>
      `至少 ${count(min)} 个单词和标点，最多 ${count(max)} 个字符，单词之间用空格隔开。可以输入、粘贴，或把 .txt 文件拖到这里。文本不会离开本页。`,
  },
  open: '打开文本文件',
  train: '用这段文本训练',
  rhyme: '恢复童谣',
  notInLink:
    '您的文本太长，无法放进本页的地址：别人打开链接时，模型学的是童谣。保存为 JSON 的配方里有您的文本。',
  inLink:
    '一首 18 世纪的英语童谣。文本的最后十分之一留出，不用于训练；这首童谣的结尾重复了前面的内容。',
  tooShort: {
    characters: (min, actual) =>
      `至少需要 ${count(min)} 个字符，现在只有 ${count(actual)} 个：模型一次要读许多字符，还要留出一部分。`,
    words: (min, actual) =>
      `至少需要 ${count(min)} 个单词和标点，现在只有 ${count(actual)} 个：模型一次要读许多单词，还要留出一部分。`,
  },
  tooLong: (max, actual) => `最多 ${count(max)} 个字符，现在有 ${count(actual)} 个。`,
  tooVaried: {
    characters: (max, actual) => `最多 ${count(max)} 个不同的字符，现在有 ${count(actual)} 个。`,
    words: (max, actual) =>
      `最多 ${count(max)} 个不同的单词，现在有 ${count(actual)} 个。可以改用学习字符的任务。`,
  },
  fileTooLong: (max) => `文件最多 ${count(max)} 个字符。`,
  noTextFile: '请选择 UTF-8 编码的文本文件。',
  writing: {
    heading: '模型写的文字',
    by: (step) => `由第 ${count(step)} 步的模型生成。`,
    untrained: '由未训练的模型生成：完全随机。',
    coming: '模型还没有写出文字。',
    temperature: '温度',
    greedy: '0：总是取概率最大的',
    seed: '采样的种子',
    another: '重新采样',
  },
};
