/** `<attention-given>`: a note that the lab shows data from a file, with a button back to the sentence. */
import { css, html, nothing } from 'lit';
import { define } from '../base/define';
import { tell } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { theme } from '../base/theme';

export class AttentionGiven extends LabView {
  static override styles = [
    theme,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.4rem 1rem;
        margin-block: 0.9rem;
        padding-inline-start: 0.9rem;
        border-inline-start: 3px solid var(--query);
        font-size: 0.9375rem;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      button {
        font: inherit;
        font-size: 0.875rem;
        color: inherit;
        background: none;
        border: 1px solid var(--line);
        border-radius: 6px;
        padding: 0.34rem 0.9rem;
        cursor: pointer;
      }
    `,
  ];

  protected override render() {
    const given = this.result?.given;
    return html`<section role="status">
      ${
        given
          ? html`<div>
              <p>${this.words.export.shown(html`<bdi>${given.name}</bdi>`)}</p>
              <button type="button" @click=${() => tell(this, 'attention-given', null)}>
                ${this.words.export.back}
              </button>
            </div>`
          : nothing
      }
    </section>`;
  }
}

define('attention-given', AttentionGiven);
