/** Base class of elements: adds the theme to their own styles. */
import { LitElement, type CSSResultGroup, type CSSResultOrNative } from 'lit';
import { theme } from './theme';

export abstract class ThemedElement extends LitElement {
  protected static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([theme, styles]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Sets what disconnecting has removed.
    this.requestUpdate();
  }

  /** Chromium never frees a named radio button that is removed with its shadow root. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const radio of this.renderRoot.querySelectorAll<HTMLInputElement>('[type=radio]'))
      radio.name = '';
  }
}
