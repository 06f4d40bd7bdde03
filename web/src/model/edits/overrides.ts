/** Overrides of a stage's computation by the visitor: heads that are off, and forced rows of weights. */
import type { ForcedRow } from '../../training/interventions';
import type { HeadPlace } from '../../training/view-types';

export interface Overrides {
  readonly off: readonly HeadPlace[];
  readonly forced: readonly ForcedRow[];
}

export const noOverrides: Overrides = { off: [], forced: [] };
