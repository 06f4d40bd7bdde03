/**
 * A sentence too long for all of its arcs, in a strip that scrolls. Only the strongest arcs are drawn, and only in the
 * visible part of the strip.
 */
import { html } from 'lit';
import { hasArc } from '../../draw/pictures/arcs';
import type { ArcLayer } from '../weights/arc-layer';
import type { Words } from '../../words/words';

/** The maximum number of arcs of the chosen word in each layer. */
const kMaxArcs = 12;

/** A copy of the row with only its largest weights. The others are 0 and have no arc. */
export function keepStrongest(row: Float32Array): Float32Array {
  const places = [...row.keys()].sort((a, b) => row[b]! - row[a]! || a - b);
  const kept = new Float32Array(row.length);
  for (const i of places.slice(0, kMaxArcs)) kept[i] = row[i]!;
  return kept;
}

/** How many of a row's weights have an arc, and how many are not 0. */
export function arcCount(row: Float32Array): { readonly drawn: number; readonly all: number } {
  return {
    drawn: keepStrongest(row).filter(hasArc).length,
    all: row.filter((weight) => weight > 0).length,
  };
}

/** Says of each layer how many of the weights have an arc. */
export function countLine(
  layers: readonly ArcLayer[],
  rows: readonly Float32Array[],
  { arcs }: Words,
) {
  const counts = layers.flatMap(({ title }, layer) => {
    const { drawn, all } = arcCount(rows[layer]!);
    return all === 0 ? [] : [arcs.strongest(title, drawn, all)];
  });
  return html`<p class="count">${counts.map((count) => html`<span>${count}</span> `)}</p>`;
}

/** A part of the strip, in pixels from the start of its canvas. */
export interface StripPart {
  readonly from: number;
  readonly width: number;
}

/**
 * The part to draw: the visible part and the same width on either side. It stays the same as long as it includes the visible
 * part, so that scrolling a little draws nothing.
 */
export function partToDraw(
  whole: number,
  inSight: StripPart,
  before: StripPart | undefined,
): StripPart {
  const end = Math.min(whole, inSight.from + inSight.width);
  const start = Math.max(0, inSight.from);
  if (before && before.from <= start && before.from + before.width >= end) return before;
  const from = Math.max(0, start - inSight.width);
  return { from, width: Math.min(whole, end + inSight.width) - from };
}

/** Scrolls the strip, and nothing else, so that the word is in its middle, unless it is in sight already. */
export function reveal(scroll: HTMLElement, word: HTMLElement): void {
  const strip = scroll.getBoundingClientRect();
  const { left, right } = word.getBoundingClientRect();
  if (left >= strip.left && right <= strip.right) return;
  scroll.scrollBy({ left: (left + right - strip.left - strip.right) / 2, behavior: 'instant' });
}
