/**
 * `<attention-arithmetic>`: how one weight is computed, with its actual numbers. Shows the weight under
 * the pointer, or the largest weight of the selected query.
 */
import { css, html, nothing } from 'lit';
import { paragraph } from '../../words/forms/paragraph';
import { weightLines, type WeightLine } from './arithmetic-lines';
import { sharesOf } from './row-shares';
import { define } from '../base/define';
import '../save/attention-save';
import { sendToLab, type LabResult, type LabRow, placedNamesOf } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { scoreDivisor } from '../lab/score-divisor';
import { fileNameOf, type SaveContent } from '../save/save-content';

interface Subject {
  readonly query: number;
  readonly key: number;
  readonly detail: LabRow;
}

export class AttentionArithmetic extends LabView {
  static override styles = css`
    .box {
      border-block: 1px solid var(--line);
      padding-block: 0.7rem;
      min-block-size: 10.4rem;
    }
    h2 {
      color: var(--muted);
    }
    h2 bdi {
      color: var(--ink);
    }
    dl {
      display: grid;
      grid-template-columns: max-content 1fr max-content;
      gap: 0.15rem 0.9rem;
      margin: 0.4rem 0 0;
      font-size: 0.875rem;
      align-items: baseline;
    }
    .line {
      display: grid;
      grid-column: 1 / -1;
      grid-template-columns: subgrid;
      align-items: baseline;
      border-radius: 3px;
    }
    .line.lit {
      background: var(--lit);
    }
    dt {
      font-family: var(--attention-math, var(--serif));
      font-size: 1.125rem;
    }
    dd {
      margin: 0;
    }
    .work {
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    .value {
      text-align: end;
    }
    .line:last-of-type .value {
      font-weight: 600;
    }
    p {
      margin: 0.4rem 0 0;
      font-size: 0.875rem;
    }
    /* With larger type on a phone, each step has a line of its own below its name and its result. */
    @media (width < 16rem) {
      .line {
        grid-template-columns: 1fr max-content;
      }
      .work {
        grid-area: 2 / 1 / auto / -1;
      }
    }
  `;

  protected override render() {
    const { result } = this;
    if (!result) return nothing;
    const { query, key, detail } = this.#subject(result);
    const { tokens, keys } = placedNamesOf(undefined, result);
    const [queryToken, keyToken] = [tokens[query] ?? '', keys[key] ?? ''];
    const { arithmetic, fileWeights } = this.words;
    const lines = weightLines(this.words, result, query, key, detail);
    const share = sharesOf(detail)[key] ?? '';
    const { heading, why } = result.trace.q ? arithmetic : fileWeights;
    // The mean of the heads is explained without exp.
    const needsWhy = !result.trace.q || result.state.head !== null;
    const divisor = scoreDivisor(result);
    const tempered = divisor && arithmetic.tempered(divisor);
    const title = heading(queryToken, keyToken, share).join('');
    const saveContent = (): SaveContent => ({
      name: fileNameOf('weight-of', `${queryToken} ${keyToken}`),
      picture: () => ({
        kind: 'arithmetic',
        title,
        lines: lines.map(({ plain, work, value }) => ({ name: plain, work: `${work}`, value })),
      }),
      result,
    });
    return html`<div class="box">
      <attention-save label=${title} .content=${saveContent}></attention-save>
      <h2>
        ${heading(html`<bdi class="query">${queryToken}</bdi>`, html`<bdi>${keyToken}</bdi>`, share)}
      </h2>
      ${this.#list(lines)}
      ${needsWhy ? html`<p class="muted">${paragraph([tempered, why])}</p>` : nothing}
    </div>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('click', this.#explainInSight);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('click', this.#explainInSight);
  }

  /** After a tap on a weight, scrolls its explanation into view, because a phone shows only a part of the page. */
  readonly #explainInSight = (event: Event): void => {
    const isTap = (event as PointerEvent).pointerType === 'touch';
    const isOnPicture = (target: EventTarget) =>
      target instanceof Element && target.matches('.picture');
    if (!isTap || !this.pointer?.pointed || !this.isOfSameLab(event)) return;
    if (event.composedPath().some(isOnPicture))
      requestAnimationFrame(() => this.scrollIntoView({ block: 'nearest' }));
  };

  /** The detail of a hovered row loads asynchronously. Until it arrives, keep the previous subject. */
  #subject(result: LabResult): Subject {
    const pointed = this.pointer?.pointed;
    if (!pointed) this.#last = null;
    else if (pointed.detail)
      this.#last = { result, query: pointed.query, key: pointed.key, detail: pointed.detail };
    if (this.#last?.result === result) return this.#last;
    const { detail } = result;
    return { query: result.state.word, key: detail.ranking.data[0] ?? 0, detail };
  }

  #last: (Subject & { result: LabResult }) | null = null;

  #list(lines: readonly WeightLine[]) {
    const lit = this.pointer?.lit;
    return html`<dl>
      ${lines.map(
        ({ field, name, work, value }) =>
          html`<div
            class="line ${lit === field ? 'lit' : ''}"
            @pointerenter=${() => sendToLab(this, 'attention-lit', field)}
            @pointerleave=${() => sendToLab(this, 'attention-lit', null)}
          >
            <dt>${name}</dt>
            <dd class="work">${work}</dd>
            <dd class="value">${value}</dd>
          </div>`,
      )}
    </dl>`;
  }
}

define('attention-arithmetic', AttentionArithmetic);
