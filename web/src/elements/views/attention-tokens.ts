/** `<attention-tokens>`: the sentence. One token is the query; each shows its weight. A click selects. */
import { css, html, nothing } from 'lit';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { partsOfTracks } from '../../draw/pictures/tokens';
import '../save/attention-save';
import { isKeyMasked, sendToLab, namesOf, type LabRow } from '../lab/lab-context';
import { sharesOf } from './row-shares';
import { RowView } from './row-view';
import { weightsFileName, type SaveContent } from '../save/save-content';

export class AttentionTokens extends RowView {
  static override styles = css`
    .tokens {
      display: flex;
      flex-wrap: wrap;
      gap: 0.35rem 0.25rem;
      max-block-size: 17rem;
      overflow-y: auto;
      padding: 3px;
    }
    button {
      display: flex;
      flex-direction: column;
      gap: 0.2rem;
      align-items: stretch;
      min-inline-size: 2.75rem;
      max-inline-size: 14ch;
      padding: 0.3rem 0.5rem 0.35rem;
      font-size: 1.125rem;
      text-align: center;
      background: none;
      border: 0;
    }
    .word {
      border-block-end: 2px solid transparent;
    }
    button:hover .word {
      border-block-end-color: var(--line);
    }
    button[aria-checked='true'] {
      color: var(--query);
      font-weight: 600;
    }
    button[aria-checked='true'] .word {
      border-block-end-color: var(--query);
    }
    .word {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .track {
      block-size: 5px;
      border-radius: 2px;
      background: var(--raised);
      overflow: hidden;
    }
    .weight {
      display: block;
      block-size: 100%;
      inline-size: calc(var(--weight, 0) * 100%);
      background: var(--accent);
    }
    :host([untrained]) .weight {
      background: var(--pencil);
    }
    .share {
      font-size: 0.875rem;
      font-weight: 400;
      color: var(--muted);
    }
    @media (width < 30rem) {
      .tokens {
        column-gap: 0;
      }
      button {
        padding-inline: 0.35rem;
      }
    }
    @media (forced-colors: active) {
      .word {
        border-block-end-color: Canvas;
      }
      button[aria-checked='true'] {
        border-block-end: 2px solid Highlight;
        outline: 1px solid Highlight;
      }
    }
    .many .share {
      display: none;
    }
    .many button {
      font-size: 0.875rem;
      padding: 0.15rem 0.3rem;
      min-inline-size: 1.75rem;
    }
  `;

  /** Undefined in cross-attention, where the keys are other tokens. */
  get #weights(): LabRow | undefined {
    const { tokens, keys, detail } = this.row;
    return keys === tokens ? detail : undefined;
  }

  protected override render() {
    const { query } = this.row;
    const { tokens } = namesOf(this.tokens, this.result);
    const detail = this.#weights;
    const shares = (detail ? sharesOf(detail) : []).map((share, i) =>
      isKeyMasked(detail!, this.result, i) ? this.words.lab.masked : share,
    );
    return html`${detail ? html`<attention-save label=${this.words.bars.table(tokens[query] ?? '')} .content=${() => this.#saveContent(detail, shares)}></attention-save>` : nothing}
      <div
        class="tokens ${tokens.length > 48 ? 'many' : ''}"
        role="radiogroup"
        dir="auto"
        aria-label=${this.words.tokens.label}
        @keydown=${(event: KeyboardEvent) => this.#move(event, tokens.length, query)}
      >
        ${tokens.map(
          (token, i) =>
            html`<button
              type="button"
              role="radio"
              aria-checked=${i === query}
              aria-label=${this.words.tokens.token(token, i + 1, shares[i] ?? '')}
              tabindex=${i === query ? 0 : -1}
              title=${token.length > 12 ? token : ''}
              @click=${() => this.#choose(i)}
              @pointerenter=${() => detail && sendToLab(this, 'attention-cell', { field: 'weights', query: null, key: i })}
              @pointerleave=${() => sendToLab(this, 'attention-cell', null)}
            >
              <span class="word">${token}</span
              ><span class="track"><span class="weight"></span></span
              ><span class="share">${shares[i] ?? ''}</span>
            </button>`,
        )}
      </div>`;
  }

  protected override updated(): void {
    const lengths = partsOfTracks(this.#weights?.weights.data ?? []);
    this.renderRoot
      .querySelectorAll<HTMLElement>('.weight')
      .forEach((bar, i) => bar.style.setProperty('--weight', String(lengths[i] ?? 0)));
  }

  #saveContent(detail: LabRow, shares: readonly string[]): SaveContent {
    const { query } = this.row;
    const { tokens } = namesOf(this.tokens, this.result);
    const word = tokens[query] ?? '';
    const title = this.words.bars.heading(word).join('');
    const weights = detail.weights.data;
    return {
      name: `tokens-${weightsFileName(word)}`,
      picture: () => ({ kind: 'tokens', title, tokens, weights, shares, query }),
      numbers: { tensor: detail.weights, labels: { key: tokens } },
      result: this.result,
      untrained: this.isUntrained,
    };
  }

  #choose(query: number): void {
    if (this.query !== undefined) this.query = query;
    sendToLab(this, 'attention-change', { word: query });
  }

  #move(event: KeyboardEvent, count: number, query: number): void {
    const along = getComputedStyle(event.currentTarget as Element).direction === 'rtl' ? -1 : 1;
    const to = {
      ArrowRight: query + along,
      ArrowLeft: query - along,
      ArrowDown: query + 1,
      ArrowUp: query - 1,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined || count === 0) return;
    if (hasModifier(event)) return;
    event.preventDefault();
    const chosen = (to + count) % count;
    this.#choose(chosen);
    this.renderRoot.querySelectorAll<HTMLElement>('button')[chosen]?.focus();
  }
}

define('attention-tokens', AttentionTokens);
