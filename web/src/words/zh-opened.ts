/** Chinese texts of the page for models of others. */
import { chineseCount as count } from './count';
import type { opened } from './en-opened';

export const zhOpened: typeof opened = {
  files: 'BERT 模型的文件',
  filesHint:
    '请同时选择或拖入 config.json、model.safetensors 和 tokenizer.json，与 Hugging Face Hub 上的文件相同。文件不会离开本页。',
  opening: '正在打开模型……',
  size: (layers, heads, width) =>
    `${count(layers)} 层，每层 ${count(heads)} 个头，d_model 为 ${count(width)}。`,
  sentence: '句子',
  sentenceHint: '下面的内容随每次按键更新。圆点表示单词的后续部分。此类模型大多用英语训练。',
  delimiters: '显示 [CLS] 和 [SEP]',
  hidden: '隐藏 [CLS] 和 [SEP] 后，每行之和小于 100%：它们的权重不会分给其他词。',
  layer: (number) => `第 ${number} 层（layers.${number - 1}）`,
  chosen: (layer, head) =>
    `第 ${layer} 层，第 ${head} 个头（layers.${layer - 1}.attention，头 ${head - 1}）`,
  noFile: (name) => `缺少文件 ${name}。请与其他文件一起选择。`,
  noJson: (name) => `${name} 不是 JSON，或不是一个对象。`,
  noTensor: (name) => `model.safetensors 中没有张量 ${name}。`,
  shape: (name, expected, actual) =>
    `按照 config.json，张量 ${name} 的形状应为 ${expected}；文件中为 ${actual}。`,
  otherKind: (kind) => `config.json 中的架构是 ${kind}。可以打开的是 bert 类模型。`,
  otherSetting: (key, expected, actual) =>
    `config.json 中的 ${key} 必须是 ${expected}，不能是 ${actual}。`,
  noNumber: (key) => `config.json 中的 ${key} 必须是大于 0 的数。`,
  otherVocabulary: (id, size) =>
    `tokenizer.json 给出的词元编号为 ${id}，而模型只有 ${count(size)} 个词元。该文件属于另一个模型。`,
  tooLong: (max, actual) =>
    `模型最多读取 ${count(max)} 个词元，而不是 ${count(actual)} 个。显示的是最后一个符合要求的句子。`,
  empty: '请至少输入一个词。',
};
