/**
 * `<attention-formula>`: the formula as a map of the page. A click on a symbol scrolls to its numbers;
 * pointing at a number highlights its symbol.
 */
import { css, html } from 'lit';
import { paragraph } from '../../words/forms/paragraph';
import { define } from '../base/define';
import '../save/attention-save';
import { sendToLab, type Field } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { scoreDivisor } from '../lab/score-divisor';
import type { SaveContent } from '../save/save-content';

/** What is a product of the input X with a matrix. */
const kProjected: Partial<Record<Field, string>> = { q: 'Q', k: 'K', v: 'V' };

export class AttentionFormula extends LabView {
  static override styles = css`
    .formula {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: center;
      row-gap: 0.4rem;
      font-family: var(--attention-math, var(--serif));
      /* Larger type grows as far as the longest group fits. */
      font-size: min(1.125rem, 6vw);
      line-height: 1.1;
    }
    @media (min-width: 28rem) {
      .formula {
        font-size: min(1.5rem, 6vw);
      }
    }
    @media (min-width: 44rem) {
      .formula {
        font-size: min(2.25rem, 6vw);
      }
    }
    button {
      font-size: inherit;
      background: none;
      border: 0 solid transparent;
      border-radius: 0;
      padding: 0.08em 0.1em;
      min-block-size: 24px;
      border-block-end: 1px dotted var(--muted);
    }
    button:hover,
    button.lit {
      background: var(--lit);
      border-block-end-color: transparent;
    }
    math {
      font-family: var(--attention-math, math);
    }
    .space {
      inline-size: 0.3em;
    }
    .fraction {
      display: inline-flex;
      flex-direction: column;
      align-items: center;
      margin-inline: 0.12em;
    }
    .fraction > :first-child {
      border-block-end: 0.055em solid currentColor;
      padding-block-end: 0.06em;
    }
    .tall {
      font-size: 2em;
      font-weight: 300;
      line-height: 0.9;
      transform: translateY(-0.06em) scaleX(0.75);
    }
    .group {
      display: inline-flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: center;
    }
    .below {
      display: grid;
      grid-template-columns: 1fr minmax(0, 38rem) 1fr;
      align-items: end;
    }
    @media print {
      .below {
        display: none;
      }
    }
    attention-save {
      grid-column: 3;
      justify-self: end;
    }
    p {
      grid-column: 2;
      margin: 0.75rem 0 0;
      min-block-size: 2.9em;
      text-align: center;
      text-wrap: balance;
      color: var(--muted);
      font-size: 0.875rem;
    }
    @media (width < 16rem) {
      .below > * {
        grid-column: 1 / -1;
      }
    }
    strong {
      color: var(--ink);
      font-weight: 600;
    }
  `;

  protected override render() {
    const words = this.words.formula;
    const lit = this.pointer?.lit;
    const divisor = this.result ? scoreDivisor(this.result) : '';
    return html`
      <div class="formula" role="group" aria-label=${words.label}>
        <span class="group">
          ${this.#symbol('context', words.context)}<span class="space"></span>=<span
            class="space"
          ></span>
        </span>
        <span class="group">
          ${this.#symbol('weights', 'softmax')}<span class="tall" aria-hidden="true"
            >${divisor ? '((' : '('}</span
          >
          <span class="fraction">
            <span>
              ${this.#symbol('q', html`<math><mi>Q</mi></math>`)}${this.#symbol(
                'k',
                html`<math
                  ><msup><mi>K</mi><mo>⊤</mo></msup></math
                >`,
              )}
            </span>
            ${this.#symbol(
              'scores',
              html`<math
                ><msqrt
                  ><msub><mi>d</mi><mi>k</mi></msub></msqrt
                ></math
              >`,
            )}
          </span>
          <span class="space"></span>+<span class="space"></span>
          ${this.#symbol('masked_scores', words.mask)}<span class="tall" aria-hidden="true">)</span>
          ${divisor && html`/ ${divisor}<span class="tall" aria-hidden="true">)</span>`}
          ${this.#symbol('v', html`<math><mi>V</mi></math>`)}
        </span>
      </div>
      <div class="below">
        <p>
          ${
            lit
              ? html`<strong>${words.symbols[lit].name}</strong
                  >${words.explained(this.#meaning(lit))}`
              : words.hint
          }
        </p>
        <attention-save label=${words.label} .content=${() => this.#saved()}></attention-save>
      </div>
    `;
  }

  /** Queries, keys and values of a file or a page are not computed from X. */
  #meaning(field: Field): string {
    const letter = this.result?.opened ? undefined : kProjected[field];
    const { meaning } = this.words.formula.symbols[field];
    const divisor = field === 'weights' && this.result && scoreDivisor(this.result);
    const tempered = divisor && this.words.arithmetic.tempered(divisor);
    return paragraph([meaning, tempered, letter && this.words.formula.projected(letter)]);
  }

  #saved(): SaveContent {
    const { context, mask, symbols } = this.words.formula;
    const legend = (Object.keys(symbols) as (keyof typeof symbols)[]).map((field) => ({
      name: symbols[field].name,
      meaning: this.#meaning(field),
    }));
    const title = this.words.save.formula;
    const divisor = this.result ? scoreDivisor(this.result) : '';
    return {
      name: 'formula-of-attention',
      picture: () => ({ kind: 'formula', title, context, mask, divisor, symbols: legend }),
      result: null,
    };
  }

  /** A click may scroll the symbol away from the pointer. It stays highlighted while it has the focus. */
  #leave(event: Event, field: Field): void {
    const focused = (event.currentTarget as Element).matches(':focus');
    sendToLab(this, 'attention-lit', focused ? field : null);
  }

  #symbol(field: Field, content: unknown) {
    const words = this.words.formula;
    return html`<button
      type="button"
      class=${this.pointer?.lit === field ? 'lit' : ''}
      data-field=${field}
      aria-label=${words.goTo(words.symbols[field].name)}
      @pointerenter=${() => sendToLab(this, 'attention-lit', field)}
      @pointerleave=${(event: Event) => this.#leave(event, field)}
      @focus=${() => sendToLab(this, 'attention-lit', field)}
      @blur=${() => sendToLab(this, 'attention-lit', null)}
      @click=${() => sendToLab(this, 'attention-visit', field)}
    >
      ${content}
    </button>`;
  }
}

define('attention-formula', AttentionFormula);
