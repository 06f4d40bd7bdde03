/** The base of what draws on a canvas: follows the page's light or dark, and the paper's white. */
import { NearViewport } from './near-viewport';
import { canvasColors, printColors, type CanvasColors } from './theme';
import { WordedElement } from './worded';

export abstract class PaintedView extends WordedElement {
  readonly #darkness = matchMedia('(prefers-color-scheme: dark)');
  readonly #viewport = new NearViewport(this, () => this.#faded && this.#redraw());
  /** What was drawn has the colours of before. */
  #faded = false;
  /** Of many views only those are drawn again that somebody sees; the others when they come. */
  readonly #repaint = () => {
    this.colors = null;
    this.#faded = true;
    if (this.#viewport.near) this.#redraw();
  };
  /** Paper is white: what was drawn for a dark screen is drawn again before the page is printed. */
  readonly #paintForPaper = () => {
    this.colors = { ...printColors, font: this.canvasColors.font };
    this.requestUpdate();
    this.performUpdate();
  };
  /** Read once, until light or dark changes. */
  protected colors: CanvasColors | null = null;

  protected get canvasColors(): CanvasColors {
    return (this.colors ??= canvasColors(this));
  }

  #redraw(): boolean {
    this.#faded = false;
    this.requestUpdate();
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#faded = false;
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
}
