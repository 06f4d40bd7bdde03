/** Reuses unchanged lines of a story between computations, so that they are not drawn again. */
import { placeKey } from '../edits/edits';
import type { Line } from './lines';

export class KeptLines {
  readonly #last = new Map<string, Line>();

  /**
   * Replaces each line that has not changed by the previous object, and in the others each array that has not. Views
   * compare objects by identity, so they draw only what has changed.
   */
  keep(lines: readonly Line[]): Line[] {
    return lines.map((line) => this.#kept(line));
  }

  #kept(line: Line): Line {
    const last = this.#last.get(line.key);
    const next = {
      ...line,
      values: keptNumbers(last?.values, line.values),
      before: line.before && keptNumbers(last?.before, line.before),
      gradients: line.gradients && keptNumbers(last?.gradients, line.gradients),
    };
    if (last && isSame(last, next)) return last;
    this.#last.set(line.key, next);
    return next;
  }
}

/** The last numbers if they are equal. Others are copied, because a view would keep the whole trace in memory. */
function keptNumbers(last: Float32Array | undefined, now: Float32Array): Float32Array {
  const isEqual = last?.length === now.length && now.every((value, i) => Object.is(value, last[i]));
  return isEqual ? last : now.slice();
}

const isSame = (one: Line, other: Line): boolean =>
  (Object.keys(other) as (keyof Line)[]).every((name) => {
    const [a, b] = [one[name], other[name]];
    const arePlaces = typeof a === 'function' && typeof b === 'function';
    return arePlaces ? placeKey(a(0)) === placeKey(b(0)) : a === b;
  });
