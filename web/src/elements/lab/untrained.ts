/** Numbers of random parameters are grey, and say what they are. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import type { SheetColors } from '../../draw/scene/sheet';
import type { LabResult } from './lab-context';

/** Whether the parameters are random numbers from the seed. Queries, keys and values of a file are not. */
export function isUntrained(result: LabResult | null): boolean {
  return result !== null && result.qkv === null;
}

export function scaleOf(result: LabResult, scale: 'sequential' | 'diverging') {
  return isUntrained(result) ? (`${scale}-grey` as const) : scale;
}

/** The colors of a picture whose bars are drawn in pencil. */
export function inPencil<Colors extends SheetColors>(colors: Colors): Colors {
  return { ...colors, accent: colors.pencil };
}

/** `<lab-untrained>`: says that a lab's parameters are random. */
export class LabUntrained extends WordedElement {
  static override styles = css`
    p {
      inline-size: fit-content;
      margin: 0 0 0.6rem;
      padding-inline: 0.5rem;
      border: 1px dashed var(--pencil);
      font-size: 0.875rem;
      color: var(--ink);
    }
  `;

  /** Whether the numbers come from a file. */
  @property({ type: Boolean }) file = false;

  protected override render() {
    return this.file ? nothing : html`<p>${this.words.lab.untrained}</p>`;
  }
}

define('lab-untrained', LabUntrained);
