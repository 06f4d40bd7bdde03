/** Adds the visitor's changes to a saved file. */
import { addProvenance, type ProvenanceEvent } from '../../save/provenance';
import type { ListedChange } from '../../story/editor/attention-changes';

export function addChanges(event: ProvenanceEvent, list: readonly ListedChange[]): void {
  const changes = list.map(
    ({ name, before, now }) => `${name}: ${before ? `${before} → ` : ''}${now}`,
  );
  addProvenance(event, { changed: String(list.length), changes: changes.join('; ') });
}
