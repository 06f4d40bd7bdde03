/**
 * Styles of the sentence of `<attention-arcs>`: words on one line, or below each other on narrow screens.
 *
 * - `.scroll`: figures and ends of arcs may be wider than the first and the last word; an old figure of the last word has
 *   the gap before the answer.
 * - `.long .layer`: titles stay in sight while the sentence scrolls below them. `.layer.off`: a text that is longer than
 *   the margin beside the figures.
 * - `.words`: padding for the arcs, and a line for the layer's title. A button is at least as wide as a figure.
 * - `.twin` holds the width of the other sentence's word. `.changed`: a marker, because underlined words look like links.
 *   `.shown`: a word whose arcs are shown while it is pointed at; the accent stays with the chosen word. `.joined`: a piece
 *   of a word, with a hair between it and the piece before; two digits are wider than short pieces, words leave room for
 *   three and the sign.
 * - `.pair .line + .line`: the margin has the arcs between both sentences. `.slot`: figures have no width, so that words
 *   never move. `.grip`: the end of an arc and its figure, to drag.
 * - `.upright`: titles that do not fit beside each other are below each other.
 * - `:has(data)`: arcs may cross a layer's title, but not the name of its head.
 */
import { css } from 'lit';
import { kBeside } from '../styles/columns.styles';
import { scrollShades } from '../styles/scroll-shades.styles';
import { choiceStyles } from '../weights/force-choices.styles';
import { tableAndSave } from '../save/table-and-save.styles';

export const arcsStyles = [
  tableAndSave,
  scrollShades,
  choiceStyles,
  css`
    :host {
      --size: 24px;
      --gap: 9px;
      --idle-tools: 1;
    }
    .scroll {
      --shade-left: min(-0.5rem, var(--attention-layer-start, 0rem));
      --shade-right: -0.5rem;
      overflow: auto hidden;
      margin-inline: var(--shade-left) var(--shade-right);
      padding-inline: calc(-1 * var(--shade-left)) calc(-1 * var(--shade-right));
      scrollbar-width: thin;
    }
    @container (width >= ${kBeside}) {
      :host([compact]) .scroll {
        --shade-right: -1.25rem;
      }
    }
    .stage {
      position: relative;
      inline-size: fit-content;
      min-inline-size: 100%;
      user-select: none;
      -webkit-user-select: none;
    }
    .in-line {
      inline-size: max-content;
    }
    canvas {
      position: absolute;
      inset-block-start: 0;
      left: -8px;
      pointer-events: none;
    }
    .layer {
      position: absolute;
      inset-inline-start: var(--attention-layer-start, 0);
      inline-size: var(--attention-layer-width, auto);
      font: italic 0.875rem/1.125rem var(--serif);
      color: var(--muted);
      white-space: var(--attention-layer-wrap, nowrap);
      pointer-events: none;
    }
    .long {
      display: grid;
      > :not(canvas, .shades) {
        grid-area: 1 / 1;
        justify-self: start;
      }
      .layer {
        position: sticky;
        inset-inline-start: 0;
        z-index: 1;
      }
      .second {
        align-self: end;
      }
    }
    .count {
      margin-block: 0;
      font-size: 0.875rem;
      color: var(--muted);
    }
    .layer:lang(zh) {
      font-style: normal;
    }
    .layer.first {
      inset-block-start: var(--attention-layer-across, 0);
    }
    .layer.second {
      inset-block-end: var(--attention-layer-across, 0);
    }
    .layer.off {
      inset-inline-start: 0;
      inline-size: auto;
      white-space: nowrap;
    }
    .layer.off.first {
      inset-block-start: 0;
    }
    .layer.off.second {
      inset-block-end: 0;
    }
    .layer span,
    [data-crowded] .layer bdi,
    [data-crowded] .unit {
      display: none;
    }
    [data-crowded] .layer span {
      display: inline;
    }
    .line {
      display: flex;
      gap: var(--gap);
      inline-size: fit-content;
    }
    .words {
      inline-size: fit-content;
      padding-block: 86px;
    }
    .one .words {
      padding-block-end: 0;
    }
    .words.pair {
      padding-block: 0.25rem 0;
    }
    .pair .line + .line {
      margin-block-start: 72px;
    }
    .word {
      flex: none;
      display: flex;
      flex-direction: column;
      align-items: center;
    }
    button[role='radio'] {
      display: grid;
      padding: 0;
      margin-block: 2px;
      border: 0;
      border-radius: 2px;
      background: none;
      min-inline-size: 1.625rem;
      max-inline-size: 14em;
      font: 400 var(--size) / 1.16 var(--serif);
      letter-spacing: -0.012em;
    }
    button > * {
      grid-area: 1 / 1;
      justify-self: center;
      max-inline-size: 100%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: pre;
    }
    .twin {
      visibility: hidden;
    }
    .text {
      border-block-end: 2px solid transparent;
    }
    .changed .text {
      background: linear-gradient(var(--lit), var(--lit)) 0 100% / 100% 44% no-repeat;
    }
    .word:hover .text,
    .target .text {
      border-block-end-color: var(--pencil);
    }
    .target .text {
      background: var(--lit);
    }
    [aria-checked='true'] .text {
      color: var(--query);
      border-block-end-color: var(--query);
    }
    .shown .text {
      border-block-end: 2px dotted var(--ink);
    }
    .joined {
      margin-inline-start: calc(4px - var(--gap));
    }
    :is(.joined, .continued) button {
      position: relative;
      min-inline-size: 0.75rem;
    }
    .joined button::before {
      content: '';
      position: absolute;
      inset-block: 0.3em 0.15em;
      inset-inline-start: -2.5px;
      border: solid var(--pencil);
      border-width: 0;
      border-inline-start-width: 1px;
    }
    .continued .text {
      justify-self: end;
    }
    .joined .text {
      justify-self: start;
    }
    .slot {
      position: relative;
      display: flex;
      justify-content: center;
      align-items: center;
      inline-size: 0;
      block-size: 1.125rem;
      font: 400 0.875rem/1.125rem var(--serif);
      font-variant-numeric: tabular-nums lining-nums;
      color: var(--muted);
      white-space: nowrap;
    }
    .figure {
      pointer-events: none;
    }
    .large .figure {
      color: var(--ink);
      font-weight: 600;
    }
    .forced .figure {
      outline: 1px solid var(--ink);
      outline-offset: 1px;
      border-radius: 2px;
      padding-inline: 2px;
    }
    .grip {
      position: absolute;
      inset: -1.25rem -0.9rem 0;
    }
    .slot:last-child .grip {
      inset: 0 -0.9rem -1.25rem;
    }
    .grip.draggable {
      cursor: grab;
      touch-action: none;
    }
    .dragging,
    .dragging .grip,
    .dragging button {
      cursor: grabbing;
    }

    .upright {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1rem;
    }
    .upright .layer {
      position: static;
      white-space: normal;
    }
    .upright:has(data) .layer {
      inline-size: 48%;
      min-block-size: 2.25rem;
    }
    .upright .words {
      display: grid;
      grid-template-columns: 1fr calc(2 * var(--size)) auto calc(2 * var(--size)) 1fr;
      inline-size: 100%;
      margin-block-start: 0.375rem;
      padding: 0;
    }
    .upright :is(.line, .word) {
      display: contents;
    }
    .upright button {
      grid-column: 3;
      min-block-size: 1.4167em;
      align-content: center;
      margin: 0;
      justify-self: center;
      max-inline-size: 9em;
    }
    .upright .joined button::before {
      inset-block: -1px auto;
      inset-inline: calc(50% - 0.5rem);
      border-width: 1px 0 0;
    }
    .upright :is(.joined, .continued) button {
      min-block-size: 1.1667em;
    }
    .upright .text {
      justify-self: center;
    }
    .upright .slot {
      inline-size: auto;
      block-size: auto;
      grid-column: 4;
      font-size: calc(var(--size) * 7 / 12);
    }
    .upright .slot:first-child {
      grid-column: 2;
    }
    .upright .grip,
    .upright .slot:last-child .grip {
      inset: 0 -1rem;
    }
    .upright .layer.second {
      margin-inline-start: auto;
    }

    .tool {
      margin-inline-start: auto;
      font-size: 0.875rem;
      color: var(--muted);
    }
    .below {
      display: var(--attention-tools, flex);
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      column-gap: 1.25rem;
    }
    :host([compact]) .in-line:not(.one) .words {
      padding-block: 76px;
    }
    :host([compact]) .in-line:not(.one):has(data) .words {
      padding-block: var(--attention-arcs-room, calc(72px + 1.125rem));
    }
    :host([compact]) .tools {
      column-gap: 0.9rem;
      margin: 0;
    }
    .table-and-save {
      align-items: baseline;
      column-gap: 1rem;
    }
    .table-and-save:has([open]) {
      flex: 1 0 100%;
    }
    @media (hover: hover) and (pointer: fine) {
      :host([compact]) .scroll ~ .below {
        inline-size: var(--attention-tools-width, auto);
        :is(select, .free, summary) {
          padding-block: 0;
        }
      }
    }
    :host([compact]) .hint {
      display: none;
    }
    summary {
      inline-size: fit-content;
      padding-block: 0.2rem;
      font-size: 0.875rem;
      color: var(--muted);
      cursor: pointer;
    }
    summary:hover {
      color: var(--ink);
    }
    @media print {
      .scroll {
        overflow: visible;
      }
      canvas {
        max-inline-size: calc(100% + 16px);
      }
      .below {
        display: none;
      }
    }
    @media (forced-colors: active) {
      .text {
        border-block-end-color: Canvas;
      }
      [aria-checked='true'] .text {
        border-block-end-color: Highlight;
      }
      .changed .text {
        text-decoration: underline dotted;
      }
    }
  `,
];
