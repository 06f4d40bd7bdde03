/** `<attention-lab-untrained>`: says that a lab's parameters are random. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';

export class AttentionLabUntrained extends WordedElement {
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

  /** Whether the parameters are not random. */
  @property({ type: Boolean }) trained = false;

  protected override render() {
    return this.trained ? nothing : html`<p>${this.words.lab.untrained}</p>`;
  }
}

define('attention-lab-untrained', AttentionLabUntrained);
