/** The events of `<attention-story>`. They bubble and are composed. */
import type { NumberPlace } from '../../../engine/client/engine';
import type { Edit } from '../../../model/edits/edits';
import type { ChosenColumns } from '../../../model/stages/followed';
import type { StageName } from '../../../model/stages/stages';
import { sender } from '../../base/sender';

export interface StoryEvents {
  /** One change of the numbers: `change` returns the edits including it. */
  'attention-edit': { readonly change: (edits: readonly Edit[]) => readonly Edit[] };
  'attention-edit-undo-all': undefined;
  'attention-story-place': {
    readonly layer: number;
    readonly head: number;
    readonly stage: StageName;
    /** The name of the tensor whose matrix is open. */
    readonly matrix: string | undefined;
    readonly columns: ChosenColumns;
  };
  /** The number whose gradients to show; undefined to hide them. */
  'attention-ask': { readonly place: NumberPlace | undefined };
  /** The visitor wants to replace this query word by another one. */
  'attention-write': { readonly index: number };
  /** Another query word was chosen. */
  'attention-choose': { readonly index: number };
}

export const sendStory = sender<StoryEvents>();
