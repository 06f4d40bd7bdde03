/** The old number before a change, struck through. The line skips minus signs, which it would hide. */
import { html } from 'lit';
import type { Words } from '../../words/words';

export const struck = (text: string, { changes }: Words) =>
  html`<s
    ><span class="unseen">${changes.was}</span>${text
      .split(/(−)/)
      .map((part) => (part === '−' ? html`<span class="minus">−</span>` : part))}</s
  >`;
