/** Styles of the pictures of `<attention-patches>`, one per layer, side by side. */
import { css } from 'lit';
import { choiceStyles } from '../weights/force-choices.styles';
import { tableAndSave } from '../save/table-and-save.styles';

export const patchesStyles = [
  tableAndSave,
  choiceStyles,
  css`
    .layers {
      display: flex;
      gap: clamp(0.75rem, 3vw, 2rem);
      user-select: none;
      -webkit-user-select: none;
    }
    /* Elsewhere a finger scrolls. */
    .grip {
      touch-action: none;
    }
    .dragging,
    .dragging .place {
      cursor: grabbing;
    }
    .layer {
      flex: 0 1 16rem;
      min-inline-size: 0;
    }
    .title {
      margin: 0 0 0.25rem;
      font: italic 0.875rem/1.25rem var(--serif);
      color: var(--muted);
    }
    .places,
    .grid {
      position: relative;
    }
    canvas {
      display: block;
      inline-size: 100%;
      aspect-ratio: 1;
      image-rendering: pixelated;
      forced-color-adjust: none;
    }
    .grid > div {
      position: absolute;
      inset: 0;
      display: grid;
      grid-template: repeat(4, 1fr) / repeat(4, 1fr);
    }
    .place {
      position: relative;
      display: block;
      min-inline-size: 0;
      padding: 0;
      border: 0;
      border-radius: 0;
      background: none;
      /* The patch grid: lines of half a pixel from each side. */
      box-shadow: inset 0 0 0 0.5px color-mix(in srgb, var(--pencil) 60%, transparent);
      font: 400 0.875rem/1.25rem var(--serif);
      font-variant-numeric: tabular-nums lining-nums;
      text-align: end;
      cursor: pointer;
    }
    .token {
      inline-size: 100%;
      margin-block-end: 0.375rem;
      padding: 0.2rem 0.4rem;
      display: flex;
      justify-content: space-between;
      gap: 0.5rem;
      background: var(--shade);
      color: var(--on);
      forced-color-adjust: none;
    }
    .token bdi {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .place:hover,
    .place.target {
      z-index: 1;
      outline: 1px solid var(--ink);
    }
    .place.chosen {
      z-index: 2;
      outline: 3px solid var(--query);
      outline-offset: -1px;
    }
    .place:focus-visible {
      z-index: 3;
      box-shadow: 0 0 0 5px var(--paper);
    }
    .figure {
      position: absolute;
      inset-block-end: 0;
      right: 0;
      padding-inline: 0.2rem;
      color: var(--on);
      background: var(--shade);
      forced-color-adjust: none;
    }
    .forced .figure {
      outline: 1px solid var(--on);
      outline-offset: -2px;
    }
    /* Always two lines high, so that the content below does not move with the pointer. */
    .readout {
      min-block-size: 2.5rem;
      margin: 0.5rem 0 0;
      font-size: 0.875rem;
      line-height: 1.25rem;
      color: var(--muted);
    }
    .readout bdi {
      font: italic 1em var(--serif);
      color: var(--query);
    }
    /* Paper has no controls. */
    @media print {
      .choose,
      .tools {
        display: none;
      }
    }
    @media (forced-colors: active) {
      .place {
        border: 1px solid GrayText;
      }
      .place.chosen {
        outline-color: Highlight;
      }
    }
    @media (max-width: 30rem) {
      .patch .figure {
        font-size: 0.875rem;
        line-height: 1rem;
      }
    }
  `,
];
