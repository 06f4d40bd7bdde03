/**
 * `<attention-file-note>`: a note that the lab shows data from a file, with a button back to the sentence. Where a change
 * of the sentence has taken the file away, a button brings it back.
 */
import { css, html, nothing } from 'lit';
import type { Qkv } from '../../qkv';
import { define } from '../base/define';
import { dispatch } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';

export class AttentionFileNote extends LabView {
  static override styles = css`
    div {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.4rem 1rem;
      margin-block: 0.9rem;
      padding-inline-start: 0.9rem;
      border-inline-start: 3px solid var(--query);
      font-size: 0.875rem;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
  `;

  protected override render() {
    const shown = this.result?.qkv ?? null;
    const closed = this.lab?.closed ?? null;
    return html`<section role="status">
      ${shown ? this.#note('shown', shown, null) : closed ? this.#note('left', closed, closed) : nothing}
    </section>`;
  }

  /** `next`: what the button shows; null for the sentence. */
  #note(words: 'shown' | 'left', { name }: Qkv, next: Qkv | null) {
    const { export: texts } = this.words;
    return html`<div>
      <p>${texts[words](html`<bdi>${name}</bdi>`)}</p>
      <button type="button" @click=${() => dispatch(this, 'attention-qkv', next)}>
        ${next ? texts.again : texts.back}
      </button>
    </div>`;
  }
}

define('attention-file-note', AttentionFileNote);
