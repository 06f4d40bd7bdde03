/**
 * Where the numbers of a saved file come from, such as a model and its weights. Asks the elements around the saved
 * view; for each fact the nearest answer counts.
 */
import type { Provenance } from '../../files/provenance';
import { sender } from '../base/sender';

type Facts = Record<string, string>;

export type ProvenanceEvent = CustomEvent<Facts>;

const send = sender<{ 'attention-provenance': Facts }>();

/** Returns an empty object if no element answers. */
export function provenanceOf(view: Element): Provenance {
  const facts: Facts = {};
  send(view, 'attention-provenance', facts);
  return facts;
}

/** Adds facts that no nearer element has given. */
export function addProvenance({ detail }: ProvenanceEvent, facts: Provenance): void {
  for (const [name, fact] of Object.entries(facts)) detail[name] ??= fact;
}
