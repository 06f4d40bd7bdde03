/** Chinese messages about files. */
import { count } from './count';
import type { BaseWords } from '../en/base';
import { withUnit } from '../forms/with-unit';

export const open: BaseWords['open'] = {
  noQueries: '此记录不含 q、k 和 v。',
  cells: (name, max, actual) => `${name} 应为 1 到 ${count(max)} 个数的矩阵；其形状是 ${actual}。`,
  empty: '此文件为空。',
  unknown: '这既不是本实验室保存的记录（.json 或 .npz），也不是 .npz、.npy 或 .safetensors 文件。',
  tooLarge: (max, actual) =>
    `可打开的文件最大为 ${withUnit(max, 'MB')}，此文件为 ${withUnit(actual, 'MB')}。`,
  expands: (max, actual) =>
    `压缩包解压后最大可为 ${withUnit(max, 'MB')}，此压缩包为 ${withUnit(actual, 'MB')}。`,
  bytes: (where, expected, actual) =>
    `${where} 不完整或已损坏：应有 ${expected} 字节，实有 ${actual} 字节。`,
  header: (where, max, actual) => `${where}：文件头最多 ${max} 字节，实有 ${actual} 字节。`,
  notNpy: (where) => `${where} 不是 NumPy 保存的数组。`,
  npyVersion: (where, actual) => `${where} 的 NumPy 格式版本为 ${actual}；支持 1.0、2.0 和 3.0。`,
  npyHeader: (where, actual) =>
    `${where}：文件头应包含 descr、fortran_order 和 shape，实际为 ${actual}。`,
  type: (where, actual) =>
    `${where} 的类型是 ${actual}；支持 float16、32 和 64、bfloat16、整数和布尔。`,
  shape: (where, actual) => `${where}：形状应为整数列表，而不是 ${actual}。`,
  axes: (where, max, actual) => `${where}：张量最多 ${max} 个轴，此处有 ${actual} 个。`,
  tooManyNumbers: (where, max, actual) =>
    `${where}：张量最多 ${max} 个数，此处的形状是 ${actual}。`,
  noTensors: '此文件不含张量。',
  tooManyTensors: (max, actual) => `文件最多含 ${max} 个张量，此文件有 ${actual} 个。`,
  name: (actual, max) => `张量的名称应为 1 到 ${max} 个可见字符，此处为 ${actual}。`,
  twice: (name) => `有两个张量都名为 ${name}。`,
  archive: (what) => `此 NPZ 文件不完整或已损坏：${what}`,
  noDirectory: '目录缺失或已损坏。',
  packing: (name) => `${name} 使用了 deflate 以外的压缩方式。`,
  entry: (name) => `${name} 与其目录条目不符。`,
  overlap: '条目互相重叠。',
  gap: '含有不属于任何条目的字节。',
  sum: (name) => `${name} 的校验和不正确。`,
  pickle:
    'PyTorch 文件（.pt、.pth）可以运行代码，因此无法打开。请将张量保存为 safetensors，或使用 numpy.savez 保存。',
  safetensorsHeader: '此 safetensors 文件的文件头不是有效的 JSON。',
  safetensorsTwice: '此 safetensors 文件的文件头中有重复的键。',
  reserved: (name) => `张量不能名为“${name}”。`,
  safetensorsMetadata: (actual) => `__metadata__ 中每个名称对应的应是文本，而不是 ${actual}。`,
  safetensorsEntry: (name, actual) =>
    `${name}：文件头应包含 dtype、shape 和 data_offsets，而不是 ${actual}。`,
  offsets: (name, actual) =>
    `${name}：data_offsets 应从前一个张量的末尾开始并与其大小相符，实际为 ${actual}。`,
  json: '此 JSON 文件不是本实验室保存的记录。',
  trace: (actual) => `这不是本实验室保存的记录：${actual}。`,
  traceVersion: (expected, actual) => `此记录的格式版本为 ${actual}；支持版本 ${expected}。`,
  traceState: (actual) => `无法读取此记录中的设置：${actual}。`,
  traceTokens: (name, max, maxCharacters, actual) =>
    `${name} 应有 1 到 ${max} 个词元，总共最多 ${maxCharacters} 个字符，而不是 ${actual}。`,
  traceTensor: (name, actual) => `${name} 应有 axes、shape 和数值，而不是 ${actual}。`,
  numbers: (name, expected, actual) => `${name} 应有 ${expected} 个数，而不是 ${actual}。`,
};
