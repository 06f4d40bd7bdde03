/** Base class of views with a canvas. Redraws them when the color scheme changes and for printing. */
import { unwatchColorScheme, watchColorScheme } from './color-scheme';
import { NearViewport } from './near-viewport';
import { canvasColors, printColors, type CanvasColors } from '../styles/theme';
import { WordedElement } from './worded';

export abstract class PaintedView extends WordedElement {
  readonly #viewport = new NearViewport(this, () => {
    this.cameNear();
    return this.#stale && this.#redraw();
  });
  /** Whether the canvas shows outdated colors. */
  #stale = false;
  /** Redraws now if the view is near the viewport, otherwise when it comes near. */
  readonly #repaint = () => {
    this.colors = null;
    this.#stale = true;
    if (this.#viewport.near) this.#redraw();
  };
  /** Redraws in light colors before the page is printed. */
  readonly #paintForPrint = () => {
    // Scroll back to the first word before printing.
    for (const scroll of this.renderRoot.querySelectorAll(this.scrolled)) {
      const left = scroll.scrollLeft;
      scroll.scrollLeft = 0;
      addEventListener('afterprint', () => (scroll.scrollLeft = left), { once: true });
    }
    this.colors = this.tinted({ ...printColors, font: this.canvasColors.font });
    this.requestUpdate();
    this.performUpdate();
  };
  /** Selects the parts that scroll sideways. */
  protected readonly scrolled: string = '.scroll';
  /** Cached until the color scheme changes. */
  protected colors: CanvasColors | null = null;

  /** Whether the view is on the screen or close to it. */
  protected get isNear(): boolean {
    return this.#viewport.near;
  }

  /** Runs when it comes near. */
  protected cameNear(): void {}

  protected get canvasColors(): CanvasColors {
    return (this.colors ??= this.tinted(canvasColors(this)));
  }

  /** The theme's colors, or a variation of them in which the view draws. */
  protected tinted(colors: CanvasColors): CanvasColors {
    return colors;
  }

  #redraw(): boolean {
    this.#stale = false;
    this.requestUpdate();
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stale = false;
    this.colors = null;
    watchColorScheme(this.#repaint);
    addEventListener('beforeprint', this.#paintForPrint);
    addEventListener('afterprint', this.#repaint);
    // Redraw what disconnecting destroyed.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unwatchColorScheme(this.#repaint);
    removeEventListener('beforeprint', this.#paintForPrint);
    removeEventListener('afterprint', this.#repaint);
  }
}
