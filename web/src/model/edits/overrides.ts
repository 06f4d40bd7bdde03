/** Overrides of a stage's computation by the visitor: heads that are off, and forced rows of weights. */
import type { ForcedRow } from '../changes/forced-row';
import type { HeadPlace } from '../heads/head-place';

export interface Overrides {
  readonly off: readonly HeadPlace[];
  readonly forced: readonly ForcedRow[];
}

export const noOverrides: Overrides = { off: [], forced: [] };
