/** German texts about what the visitor has changed. */
import type { changes } from './en-changes';

export const deChanges: typeof changes = {
  was: 'vorher:',
  weight: (weight, before) => `${weight}, vorher: ${before}`,
};
