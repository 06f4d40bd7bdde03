/** The base of all views: follows the lab around it, if there is one, and the page's light or dark. */
import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
// First: a view that is upgraded before the lab around it would ask nobody for its data.
import './attention-lab';
import { labContext, pointerContext, type Field, type LabResult } from './lab-context';
import { canvasColors, printColors, type CanvasColors } from './theme';

export abstract class LabView extends LitElement {
  readonly #lab = new ContextConsumer(this, { context: labContext, subscribe: true });
  readonly #pointer = new ContextConsumer(this, { context: pointerContext, subscribe: true });
  readonly #darkness = matchMedia('(prefers-color-scheme: dark)');
  readonly #repaint = () => {
    this.colors = null;
    this.requestUpdate();
  };
  /** Paper is white: what was drawn for a dark screen is drawn again before the page is printed. */
  readonly #paintForPaper = () => {
    this.colors = { ...printColors, font: this.canvasColors.font };
    this.requestUpdate();
    this.performUpdate();
  };
  /** Read once, until light or dark changes. */
  protected colors: CanvasColors | null = null;

  protected get lab() {
    return this.#lab.value;
  }

  protected get result(): LabResult | null {
    return this.#lab.value?.result ?? null;
  }

  protected get pointer() {
    return this.#pointer.value;
  }

  protected get canvasColors(): CanvasColors {
    return (this.colors ??= canvasColors(this));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.colors = null;
    this.#darkness.addEventListener('change', this.#repaint);
    addEventListener('beforeprint', this.#paintForPaper);
    addEventListener('afterprint', this.#repaint);
    // What was undone on disconnect is drawn again.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#darkness.removeEventListener('change', this.#repaint);
    removeEventListener('beforeprint', this.#paintForPaper);
    removeEventListener('afterprint', this.#repaint);
  }

  /** Shows by the `lit` attribute that the formula's symbol for these numbers is lit. */
  protected showLit(field: Field): void {
    this.toggleAttribute('lit', this.pointer?.lit === field);
  }
}
