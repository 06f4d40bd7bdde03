/** The texts of images of digits in Chinese. */
import type { digits as english } from '../en/digits';
import { phrase } from '../forms/phrase';

export const digits: typeof english = {
  patches: {
    label: '图片：选择一个图块，查看它关注哪里',
    token: '类别词元',
    patch: (row, column) => `图块 (${row}, ${column})`,
    place: (name, weights) => `${name}；${weights}`,
    title: (name) => `“${name}”关注哪里`,
    readout: (name, choose) => phrase`深浅（同一色标）表示“${name}”关注哪里，以 % 计。${choose}`,
    choose: '也可以选择其他图块，图块以行、列命名。',
    force: (name) => phrase`让“${name}”关注`,
    forceIn: (layer, name) => `${layer}：让“${name}”关注`,
    hint: '或把权重拖到另一个图块',
    other: '被关注者',
  },
  drawing: {
    label: '写数字的纸',
    keys: '用鼠标、触控笔或手指书写。用键盘时，方向键移动笔，空格键画一个点，按住 Shift 再按方向键画线。',
    clear: '清除',
    cleared: '纸已清空。',
    ink: (row, column) => `第 ${row} 行，第 ${column} 列，有墨迹`,
    paper: (row, column) => `第 ${row} 行，第 ${column} 列，空白`,
  },
};
