/**
 * `<attention-file-note>`: a note that the lab shows data from a file, with a button that returns to the sentence. If a
 * change of the sentence has closed the file, a button opens it again.
 */
import { css, html, nothing } from 'lit';
import { isWeights, type OddRows, type Opened } from '../../tensors/opened';
import { define } from '../base/define';
import { sendToLab } from '../lab/lab-context';
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
      max-inline-size: 52rem;
      overflow-wrap: anywhere;
    }
    .odd {
      color: var(--wrong);
    }
    .facts {
      flex-basis: 100%;
    }
  `;

  /** Scrolls to the note and focuses its button. */
  async takeFocus(): Promise<void> {
    await this.updateComplete;
    this.scrollIntoView({ block: 'center' });
    this.renderRoot.querySelector('button')?.focus({ preventScroll: true });
  }

  protected override render() {
    const { result } = this;
    const { export: texts, fileWeights } = this.words;
    const opened = result?.opened ?? null;
    const closed = this.lab?.closed ?? null;
    return html`<section role="status">
      ${
        result && opened
          ? this.#note(
              isWeights(opened) ? fileWeights.shown : texts.shown,
              opened,
              null,
              isWeights(opened) ? this.#facts(result.odd!) : nothing,
            )
          : closed
            ? this.#note(texts.left, closed, closed, nothing)
            : nothing
      }
    </section>`;
  }

  /** `next`: what the button opens; null for the sentence. */
  #note(say: (name: unknown) => unknown, { name }: Opened, next: Opened | null, facts: unknown) {
    const { export: texts } = this.words;
    return html`<div>
      <p>${say(html`<bdi>${name}</bdi>`)}</p>
      <button type="button" @click=${() => sendToLab(this, 'attention-opened', next)}>
        ${next ? texts.again : texts.back}
      </button>
      ${facts}
    </div>`;
  }

  /** Says that the weights come from the file, and how many rows are not distributions. */
  #facts({ rows, ...odd }: OddRows) {
    const { fileWeights } = this.words;
    const kinds = (['notFinite', 'negative', 'otherSums'] as const).filter((kind) => odd[kind] > 0);
    return html`<p class="muted facts">${fileWeights.facts}</p>
      ${
        kinds.length === 0
          ? nothing
          : html`<p class="odd facts">
              ${kinds.map((kind) => html`${fileWeights[kind](odd[kind], rows)} `)}${fileWeights.asTheyAre}
            </p>`
      }`;
  }
}

define('attention-file-note', AttentionFileNote);
