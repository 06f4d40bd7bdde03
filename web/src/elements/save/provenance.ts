/**
 * Where the numbers of a saved file come from, such as a model and its weights. Asks the elements around the saved
 * view; for each fact the nearest answer counts.
 */
import type { Provenance } from '../../files/provenance';

export type ProvenanceEvent = CustomEvent<Record<string, string>>;

/** Returns an empty object if no element answers. */
export function provenanceOf(view: Element): Provenance {
  const detail: Record<string, string> = {};
  const event = new CustomEvent('attention-provenance', { detail, bubbles: true, composed: true });
  view.dispatchEvent(event);
  return detail;
}

/** Adds facts that no nearer element has given. */
export function addProvenance({ detail }: ProvenanceEvent, facts: Provenance): void {
  for (const [name, fact] of Object.entries(facts)) detail[name] ??= fact;
}
