/** What the visitor has set in place of what a stage computes: heads that are off, rows of weights that are forced. */
import type { ForcedWeights } from '../../training/interventions';
import type { HeadPlace } from '../../training/view-types';

export interface Overrides {
  readonly off: readonly HeadPlace[];
  readonly forced: readonly ForcedWeights[];
}

export const noOverrides: Overrides = { off: [], forced: [] };
