/** Adds the visitor's changes to a saved file. */
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import type { Words } from '../../../words/words';
import type { ListedChange } from '../../story/editor/attention-changes';

export function addChanges(
  event: ProvenanceEvent,
  list: readonly ListedChange[],
  { marks }: Words,
): void {
  const changes = list.map(
    ({ name, before, now }) => `${name}${marks.colon}${before ? `${before} → ` : ''}${now}`,
  );
  addProvenance(event, { changed: String(list.length), changes: changes.join(marks.semicolon) });
}
