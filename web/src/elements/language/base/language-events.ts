/** The events between `<attention-model>` and its parts. They bubble and are composed. */
import type { RelationName } from '../../../model/heads/found-heads';
import type { HeadOrder } from '../../../model/heads/head-order';
import type { RequestedForm } from '../../../model/language/language-state';
import type { HeadPlace } from '../../../model/heads/head-place';
import { sender } from '../../base/sender';

/** A relation whose heads are highlighted, and one of them; layer and head count from 0. */
export interface RelationChoice {
  readonly relation: RelationName;
  readonly layer: number;
  readonly head: number;
}

/**
 *   source   a name or an address
 *   weights  the form in which large matrices are held; by default that of the file
 */
export type ModelRequest = ({ readonly source: string } | { readonly files: readonly File[] }) & {
  readonly weights?: RequestedForm | undefined;
};

export interface LanguageEvents {
  'attention-model-open': ModelRequest;
  'attention-model-cancel': null;
  /** Opens in 8 bits what did not fit into memory. */
  'attention-model-shrink': null;
  /** Asks again which models the site has. */
  'attention-models-ask': null;
  'attention-head-choose': HeadPlace;
  /** The hovered or focused head; undefined if there is none. */
  'attention-head-preview': { readonly place: HeadPlace | undefined };
  'attention-head-order': { readonly order: HeadOrder };
  /** Heads to switch off, or back on. */
  'attention-heads-switch': { readonly places: readonly HeadPlace[]; readonly on: boolean };
  /** The key token. */
  'attention-key-choose': { readonly key: number };
  /** Null lights all heads again. */
  'attention-relation-choose': RelationChoice | null;
  /** Goes to a head, which is chosen already: after a search. */
  'attention-head-show': null;
  /** Goes to where the changes are listed. */
  'attention-changes-show': null;
  /** A button that undid all changes will disappear with them. */
  'attention-changes-undone': null;
  'attention-relation-preview': { readonly relation: RelationName | undefined };
}

export const sendLanguage = sender<LanguageEvents>();
