/** Styles shared by all elements. Pages can set them with `--attention-*` custom properties. */
import { css } from 'lit';
import { luminance, type Rgb } from '../../draw/color';
import type { SheetColors } from '../../draw/scene/sheet';

/** The attribute `theme`. A style attribute would do the same, but some policies refuse it. */
export const chosenTheme = css`
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
`;

/**
 * Canvases cannot read custom properties; these properties pass them the resolved values. Forced colors would replace an
 * outline's color by that of text, and an accent color by none.
 */
const colorsForCanvases = css`
  :host {
    color: var(--ink);
    accent-color: var(--query);
    caret-color: var(--muted);
    column-rule-color: var(--line);
    flood-color: var(--paper);
    stop-color: var(--query);
    fill: var(--accent);
    text-decoration-color: var(--arc);
    text-emphasis-color: var(--pencil);
  }
`;

/**
 * With a mouse, a view shows its tools while it is hovered or has the focus. The menu floats, so the content after it would
 * cover it.
 */
const idleTools = css`
  @media (hover: hover) and (pointer: fine) {
    :host(:not(:hover, :focus-within)) :is(attention-save, attention-table:not([open])) {
      opacity: var(--idle-tools, 0);
    }
    :host(:not(:hover, :focus-within)) attention-save {
      position: relative;
      z-index: 1;
    }
  }
`;

/**
 * The paper may be narrower than the screen that a picture was drawn for. Bars and scales are backgrounds, which browsers
 * leave out otherwise. Chromium prints drawing commands one by one: a canvas without a layer of its own (`opacity`) would
 * clear everything below it.
 */
const onPaper = css`
  @media print {
    :host {
      print-color-adjust: exact;
    }
    canvas {
      max-inline-size: 100%;
      block-size: auto !important;
      opacity: 0.999;
    }
    h2 {
      break-after: avoid;
    }
  }
`;

/**
 * Defaults, `:where(..)`, have no specificity: any rule of an element overrides them. A minus sign has its own box, `.minus`,
 * which the line through a text, `s`, skips; otherwise the line would hide it.
 */
export const theme = css`
  ${chosenTheme}
  :host {
    --ink: var(--attention-ink, light-dark(#1f1d1a, #ece8df));
    --muted: var(--attention-muted, light-dark(#5f5b53, #aba59a));
    --line: var(--attention-line, light-dark(#dad6cb, #35332f));
    --paper: var(--attention-paper, Canvas);
    --raised: var(--attention-raised, light-dark(#f3f1ea, #201f1d));
    --query: var(--attention-query, light-dark(#b23a1e, #f2876a));
    --accent: var(--attention-accent, light-dark(#1b4a66, #9ccfe3));
    --arc: var(--attention-arc, light-dark(#1b4a66, #9ccfe3));
    --pencil: var(--attention-pencil, light-dark(#8a8478, #8f897d));
    --lit: var(--attention-lit, light-dark(#dfe8ea, #2a3a42));
    --wrong: var(--attention-wrong, light-dark(#b00020, #ff8a9a));
    --sans: var(--attention-sans, system-ui, sans-serif);
    --serif: var(--attention-serif, 'Iowan Old Style', 'Palatino Linotype', Georgia, serif);

    display: block;
    font-family: var(--sans);
    font-variant-numeric: tabular-nums;
    line-height: 1.43;
  }
  @media (forced-colors: active) {
    :host {
      --arc: CanvasText;
      --pencil: GrayText;
      --paper: Canvas;
      --query: CanvasText;
    }
    button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  :where(button, select, textarea, input:not([type='checkbox'], [type='radio'])) {
    font: inherit;
    font-size: 0.875rem;
    color: inherit;
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 2px;
    padding: 0.34rem 0.8rem;
    max-inline-size: 100%;
  }
  :where(select, textarea, input:not([type='checkbox'], [type='radio'])) {
    border-width: 0 0 1px;
    border-radius: 0;
    padding-inline: 0.1rem;
    background: none;
  }
  :where(option) {
    color: var(--ink);
    background: var(--paper);
  }
  :where(input) {
    accent-color: var(--ink);
  }
  :where(button) {
    cursor: pointer;
  }
  :where(button:hover) {
    border-color: var(--ink);
  }
  s {
    text-decoration: line-through 1px;
  }
  .minus {
    display: inline-block;
  }
  :where(button:disabled, button[aria-disabled='true']) {
    color: var(--muted);
    border-color: var(--line);
    cursor: default;
  }
  h2 {
    margin: 0;
    font: 600 1.125rem/1.55 var(--sans);
  }
  bdi {
    overflow-wrap: anywhere;
  }
  .query {
    color: var(--query);
    font-weight: 600;
  }
  .muted {
    color: var(--muted);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  ${colorsForCanvases}
  ${idleTools}
  ${onPaper}
`;

/** Styles of elements that are not printed. */
export const screenOnly = css`
  @media print {
    :host {
      display: none;
    }
  }
`;

export interface CanvasColors extends SheetColors {
  readonly font: string;
}

/** Light colors for printing, even if the screen is dark. */
export const printColors: SheetColors = {
  ink: '#1f1d1a',
  muted: '#5f5b53',
  line: '#dad6cb',
  paper: '#ffffff',
  query: '#b23a1e',
  accent: '#1b4a66',
  arc: '#1b4a66',
  pencil: '#8a8478',
  dark: false,
};

export function canvasColors(host: Element): CanvasColors {
  const style = getComputedStyle(host);
  // A canvas converts a color of any form, such as `oklch(..)`, to bytes.
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = style.color;
  context.fillRect(0, 0, 1, 1);
  const ink = [...context.getImageData(0, 0, 1, 1).data];
  return {
    ink: style.color,
    muted: style.caretColor,
    line: style.columnRuleColor,
    paper: style.floodColor,
    query: style.stopColor,
    accent: style.fill,
    arc: style.textDecorationColor,
    pencil: style.textEmphasisColor,
    dark: luminance(ink as unknown as Rgb) > 0.5,
    font: style.fontFamily,
  };
}
