/**
 * What the numbers of a saved file come from, such as a model and its weights: asked of the elements around the view that
 * is saved. The nearest one that knows a fact tells it.
 */
import type { Provenance } from '../../files/provenance';

export type ProvenanceEvent = CustomEvent<Record<string, string>>;

/** Empty where nobody tells. */
export function provenanceOf(view: Element): Provenance {
  const detail: Record<string, string> = {};
  const event = new CustomEvent('attention-provenance', { detail, bubbles: true, composed: true });
  view.dispatchEvent(event);
  return detail;
}

/** Adds facts that no nearer element has told. */
export function tell({ detail }: ProvenanceEvent, facts: Provenance): void {
  for (const [name, fact] of Object.entries(facts)) detail[name] ??= fact;
}
