/** Chinese texts about what the visitor has changed. */
import type { changes } from './en-changes';

export const zhChanges: typeof changes = {
  was: '原为：',
  weight: (weight, before) => `${weight}，原为：${before}`,
};
