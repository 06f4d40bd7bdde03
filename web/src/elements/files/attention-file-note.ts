/** `<attention-file-note>`: a note that the lab shows data from a file, with a button back to the sentence. */
import { css, html, nothing } from 'lit';
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
    const qkv = this.result?.qkv;
    return html`<section role="status">
      ${
        qkv
          ? html`<div>
              <p>${this.words.export.shown(html`<bdi>${qkv.name}</bdi>`)}</p>
              <button type="button" @click=${() => dispatch(this, 'attention-qkv', null)}>
                ${this.words.export.back}
              </button>
            </div>`
          : nothing
      }
    </section>`;
  }
}

define('attention-file-note', AttentionFileNote);
