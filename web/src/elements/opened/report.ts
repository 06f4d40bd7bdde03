/** The events between `<attention-model>` and its parts. They bubble and are composed. */
import type { SiteModelName } from '../../model/fetch-model';
import { reporter } from '../base/reporter';

interface OpenedEvents {
  'attention-model-open': { readonly name: SiteModelName } | { readonly files: readonly File[] };
  'attention-model-cancel': null;
  /** Layer and head count from 0. */
  'attention-relation-choose': { readonly layer: number; readonly head: number };
}

export const report = reporter<OpenedEvents>();
