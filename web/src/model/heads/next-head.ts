/** Steps from head to head while a model is presented. */
import { headKey, numberedHead } from './found-heads';

interface Head {
  readonly layer: number;
  readonly head: number;
}

/** The next head that has a name, or the next one as long as none has; undefined after the last. */
export function nextHead(
  { layers, heads }: { readonly layers: number; readonly heads: number },
  names: ReadonlyMap<string, unknown>,
  { layer, head }: Head,
  by: 1 | -1,
): Head | undefined {
  const all = Array.from({ length: layers * heads }, (_, i) => numberedHead(i, heads));
  const named = all.filter((head) => names.has(headKey(head.layer, head.head)));
  const order = ({ layer, head }: Head) => layer * heads + head;
  const away = (other: Head) => by * (order(other) - order({ layer, head }));
  const further = (named.length > 0 ? named : all).filter((other) => away(other) > 0);
  return by > 0 ? further[0] : further.at(-1);
}
