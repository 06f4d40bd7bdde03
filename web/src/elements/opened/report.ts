/** The events between `<attention-model>` and its parts. They bubble and are composed. */
import type { SiteModelName } from '../../model/fetch-model';
import type { RelationName } from '../../model/found-heads';
import type { HeadOrder } from '../../model/head-order';
import type { HeadPlace } from '../../training/view-types';
import { reporter } from '../base/reporter';

interface OpenedEvents {
  'attention-model-open': { readonly name: SiteModelName } | { readonly files: readonly File[] };
  'attention-model-cancel': null;
  /** Asks again which models the site has. */
  'attention-models-ask': null;
  'attention-head-choose': HeadPlace;
  /** The head that is pointed at or has the focus; undefined when none is any more. */
  'attention-head-preview': { readonly place: HeadPlace | undefined };
  'attention-head-order': { readonly order: HeadOrder };
  /** Heads to switch off, or back on. */
  'attention-heads-switch': { readonly places: readonly HeadPlace[]; readonly on: boolean };
  /** Layer and head count from 0. */
  'attention-relation-choose': { readonly layer: number; readonly head: number };
  'attention-relation-preview': { readonly relation: RelationName | undefined };
}

export const report = reporter<OpenedEvents>();
