/** What `<attention-story>` reports. The events bubble and are composed. */
import type { NumberPlace } from '../../engine/client/engine';
import type { Edit } from '../../model/edits';
import type { ChosenColumns } from '../../model/followed';
import type { StageName } from '../../model/stages';

export interface StoryEvents {
  'attention-edit': { readonly edit: Edit };
  'attention-edit-undo': { readonly index: number };
  'attention-edit-undo-all': undefined;
  'attention-story-place': {
    readonly layer: number;
    readonly head: number;
    readonly stage: StageName;
    /** The name of the tensor whose matrix is open. */
    readonly matrix: string | undefined;
    readonly columns: ChosenColumns;
  };
  /** Which number's gradients are to be shown; none when undefined. */
  'attention-ask': { readonly place: NumberPlace | undefined };
  /** Another word is to be written instead of this one of the words that ask. */
  'attention-write': { readonly index: number };
  /** Another word asks. */
  'attention-choose': { readonly index: number };
}

export function reportStory<K extends keyof StoryEvents>(
  from: Element,
  type: K,
  detail: StoryEvents[K],
): void {
  from.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
}
