/** `<lab-notice>`: why a lab could not do what it was asked, where no controls are there to say it. */
import { css, html, nothing } from 'lit';
import { define } from './define';
import type { Problem } from './lab-context';
import { theme } from './theme';
import { WordedElement } from './worded';

export class LabNotice extends WordedElement {
  static override properties = { problem: { attribute: false } };
  static override styles = [
    theme,
    css`
      p {
        margin: 0 0 0.6rem;
        font-size: 0.9375rem;
        color: var(--wrong);
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare problem: Problem | null | undefined;

  protected override render() {
    const { problem } = this;
    if (!problem || problem.setting === 'given' || this.#showsControls()) return nothing;
    return html`<p role="alert">${problem.say(this.words)}</p>`;
  }

  #showsControls(): boolean {
    const { host } = this.getRootNode() as ShadowRoot;
    return host.querySelector('attention-controls')?.checkVisibility() ?? false;
  }
}

define('lab-notice', LabNotice);
