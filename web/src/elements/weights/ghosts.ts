/** Ghosts: the numbers before the visitor's changes, drawn beside the current ones. */
import { css, html, nothing } from 'lit';
import { figure, weightsAt, type ArcFrame, type BridgeFrame } from '../../draw/pictures/arcs';
import { kLargeChange, lostArcs, lostPlaces } from '../../draw/pictures/lost-arcs';
import { formatProbability, percentSign } from '../../draw/format';
import type { PathShape } from '../../draw/scene/scene';
import { kBeside } from '../styles/columns.styles';
import type { ArcLayer } from './arc-layer';
import type { Guess, GuessesBefore } from '../../model/examples/answers';
import '../../words/add-changes';
import type { Words } from '../../words/words';

/** The minimum change of a probability that has a ghost. */
const kVisibleChange = 0.01;

const isVisiblyOther = (before: number | undefined, now: number, by: number): before is number =>
  before !== undefined && Math.abs(before - now) >= by;

export interface ShownRows {
  readonly layers: readonly ArcLayer[];
  /** One row per layer: the weights of one word. */
  readonly rows: readonly Float32Array[];
  readonly word: number;
  readonly seenBy: boolean;
}

/** The weights of a sentence's word as they were. */
export interface ArcGhosts {
  /** The old figure beside a word's figure, if it has changed much. */
  figure(layer: number, i: number): unknown;
  /** The weight in words, with its old value. */
  described(text: string, layer: number, i: number): string;
  /** Dashed hairlines in place of arcs that have become much weaker. */
  below(layer: number, frame: ArcFrame | BridgeFrame): PathShape[];
}

export function arcGhosts(shownRows: ShownRows, color: string, { changes }: Words): ArcGhosts {
  const { layers, rows, word, seenBy } = shownRows;
  const before = layers.map(
    (layer, i) => layer.before && weightsAt(layer.before, rows[i]!.length, word, seenBy),
  );
  const changed = (layer: number, i: number) => {
    const old = before[layer]?.[i];
    return isVisiblyOther(old, rows[layer]![i]!, kLargeChange) ? old : undefined;
  };
  return {
    figure(layer, i) {
      const old = changed(layer, i);
      if (old === undefined) return nothing;
      const text = old < 0.01 ? '0' : figure(old);
      return html`<s class="ghost ${i < word ? 'earlier' : ''}"
        >${text}<span class="unit">${percentSign()}</span></s
      >`;
    },
    described(text, layer, i) {
      const old = changed(layer, i);
      return old === undefined ? text : changes.value(text, formatProbability(old));
    },
    below(layer, frame) {
      const old = before[layer];
      return old ? lostArcs(lostPlaces(old, rows[layer]!), word, frame, color) : [];
    },
  };
}

/** The old answer, beside the current one. */
export function answerBefore({ first, current: [old] }: GuessesBefore, now: Guess, words: Words) {
  const isSame = first.token === now.token;
  if (isSame && !isVisiblyOther(old, now.probability, kVisibleChange)) return nothing;
  return html`<s class="ghost"
    ><span class="unseen">${words.changes.was}</span>
    <bdi>${first.token}</bdi> ${formatProbability(first.probability)}</s
  >`;
}

/** The old probability of a next answer, beside the current one. */
export function shareBefore(before: number | undefined, now: number, { changes }: Words) {
  if (!isVisiblyOther(before, now, kVisibleChange)) return nothing;
  return html`<s class="ghost"
    ><span class="unseen">${changes.was}</span> ${formatProbability(before)}</s
  >`;
}

/** The outline of the old bar. Its length is set by `--share`. */
export function barBefore(before: number | undefined, now: number) {
  if (!isVisiblyOther(before, now, kVisibleChange) || before < kVisibleChange) return nothing;
  return html`<span class="ghost-bar" aria-hidden="true" data-share=${before}></span>`;
}

/** Sets the style by script: the page's policy refuses a style attribute. */
export function setBars(root: ParentNode): void {
  for (const bar of root.querySelectorAll<HTMLElement>('.ghost-bar'))
    bar.style.setProperty('--share', bar.dataset['share']!);
}

const { styleSheet } = css`
  .ghost {
    color: var(--muted);
    font-weight: 400;
    white-space: nowrap;
  }
  /* Beside the end of its arc, on the side away from the arc. */
  .slot .ghost {
    position: absolute;
    inset-block: auto calc(100% + 2px);
    inset-inline: 9px auto;
    padding-inline: 1px;
    background-color: var(--paper);
    pointer-events: none;
  }
  .slot .ghost.earlier {
    inset-inline: auto 9px;
  }
  .slot:last-child .ghost {
    inset-block: calc(100% + 2px) auto;
  }
  /* Below its figure, because there is no room beside it. */
  .upright .slot:has(.ghost) {
    flex-direction: column;
    line-height: 1rem;
  }
  .upright .slot .ghost {
    position: static;
  }
  .patch .ghost {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    padding-inline: 0.2rem;
    color: var(--on);
    background-color: var(--shade);
    forced-color-adjust: none;
  }
  .token .ghost {
    margin-inline: auto 1.75rem;
    color: var(--on);
  }
  .track,
  p.first {
    position: relative;
  }
  /* Above the answer, whose line has no room for a ghost. */
  p.first .ghost {
    position: absolute;
    inset-block-end: 100%;
    inset-inline-end: 0;
    padding-inline-start: 0.4rem;
    background-color: var(--paper);
  }
  @container (30rem <= width < ${kBeside}) {
    p.first .ghost {
      position: static;
      padding: 0;
      background: none;
    }
  }
  .ghost-bar {
    position: absolute;
    inset-inline: 0 auto;
    inset-block-end: 0;
    inline-size: calc(100% * var(--share));
    block-size: 5px;
    border: 1px dashed var(--muted);
    border-block-end: 0;
    box-sizing: border-box;
  }
  li .ghost-bar {
    inset-block-end: 2px;
    block-size: 4px;
  }
  li .ghost {
    margin-inline-start: auto;
  }
  @container (width < ${kBeside}) {
    li .ghost-bar {
      display: none;
    }
  }
`;

/** Styles that an element has with its first ghost. */
export function adoptStyles({ adoptedStyleSheets }: ShadowRoot): void {
  if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
}
