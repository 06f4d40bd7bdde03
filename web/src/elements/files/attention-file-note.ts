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

  /** The file that was shown last, unless the reader has closed it. */
  #last: Qkv | null = null;

  protected override render() {
    const qkv = this.result?.qkv ?? null;
    this.#last = qkv ?? this.#last;
    const words = this.words.export;
    const name = html`<bdi>${this.#last?.name}</bdi>`;
    return html`<section role="status">
      ${
        qkv
          ? html`<div>
              <p>${words.shown(name)}</p>
              <button type="button" @click=${() => this.#show(null)}>${words.back}</button>
            </div>`
          : this.#last
            ? html`<div>
                <p>${words.left(name)}</p>
                <button type="button" @click=${() => this.#show(this.#last)}>${words.again}</button>
              </div>`
            : nothing
      }
    </section>`;
  }

  #show(qkv: Qkv | null): void {
    this.#last = qkv;
    dispatch(this, 'attention-qkv', qkv);
  }
}

define('attention-file-note', AttentionFileNote);
