/** Base class of elements: adds the theme to their own styles. */
import { LitElement, type CSSResultGroup, type CSSResultOrNative } from 'lit';
import { theme } from '../styles/theme';

export abstract class ThemedElement extends LitElement {
  protected static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([theme, styles]);
  }
}
