/**
 * `<attention-arithmetic>`: how one weight came about, with its real numbers: the one under the
 * pointer, else the followed query's largest.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../draw/format';
import { at, matrixOf, rowOf, scalarOf, type RowDetail } from '../../tensor';
import { define } from '../base/define';
import '../files/attention-save';
import { tell, type Field, type LabResult } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { named, type SaveContent } from '../files/save-content';
import { theme } from '../base/theme';
import type { Words } from '../../words/words';

/** More products than this are not written out. */
const kMaxTerms = 8;

interface Line {
  readonly field: Field;
  readonly name: TemplateResult;
  /** The same without markup. */
  readonly plain: string;
  readonly work: TemplateResult | string;
  readonly value: string;
}

interface Subject {
  readonly query: number;
  readonly key: number;
  readonly detail: RowDetail;
}

export class AttentionArithmetic extends LabView {
  static override styles = [
    theme,
    css`
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
        font-size: 1rem;
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
    `,
  ];

  protected override render() {
    const { result } = this;
    if (!result) return nothing;
    const { query, key, detail } = this.#subject(result);
    const word = (tokens: LabResult['tokens'], i: number) => tokens[i]?.text ?? '';
    const lines = this.#lines(result, query, key, detail);
    const title = this.words.arithmetic
      .heading(word(result.tokens, query), word(result.keys, key))
      .join('');
    const saved = (): SaveContent => ({
      name: named('weight-of', `${word(result.tokens, query)} ${word(result.keys, key)}`),
      picture: () => ({
        kind: 'arithmetic',
        title,
        lines: lines.map(({ plain, work, value }) => ({ name: plain, work: `${work}`, value })),
      }),
      result,
    });
    return html`<div class="box">
      <attention-save label=${title} .content=${saved}></attention-save>
      <h2>
        ${this.words.arithmetic.heading(
          html`<bdi class="query">${word(result.tokens, query)}</bdi>`,
          html`<bdi>${word(result.keys, key)}</bdi>`,
        )}
      </h2>
      ${this.#list(lines)}
    </div>`;
  }

  /** The row of a number that is pointed at comes a moment later: what stands here stays until then. */
  #subject(result: LabResult): Subject {
    const pointed = this.pointer?.pointed;
    if (!pointed) this.#last = null;
    else if (pointed.detail)
      this.#last = { result, query: pointed.query, key: pointed.key, detail: pointed.detail };
    if (this.#last?.result === result) return this.#last;
    const { detail } = result;
    return { query: result.state.query, key: detail.ranking.data[0] ?? 0, detail };
  }

  #last: (Subject & { result: LabResult }) | null = null;

  #lines(result: LabResult, query: number, key: number, detail: RowDetail) {
    const { head } = result.state;
    return head === null
      ? meanLines(this.words, result, query, key, detail)
      : headLines(this.words, result, head, query, key, detail);
  }

  #list(lines: readonly Line[]) {
    const lit = this.pointer?.lit;
    return html`<dl>
      ${lines.map(
        ({ field, name, work, value }) =>
          html`<div
            class="line ${lit === field ? 'lit' : ''}"
            @pointerenter=${() => tell(this, 'attention-lit', field)}
            @pointerleave=${() => tell(this, 'attention-lit', null)}
          >
            <dt>${name}</dt>
            <dd class="work">${work}</dd>
            <dd class="value">${value}</dd>
          </div>`,
      )}
    </dl>`;
  }
}

function headLines(
  { arithmetic, formula }: Words,
  { trace }: LabResult,
  head: number,
  query: number,
  key: number,
  detail: RowDetail,
): Line[] {
  const q = rowOf(matrixOf(trace.q, head), query);
  const k = rowOf(matrixOf(trace.k, head), key);
  const dot = detail.dots!.data[key]!;
  const score = detail.scores!.data[key]!;
  const masked = detail.masked_scores!.data[key]!;
  const rowMax = scalarOf(detail.row_max!);
  const exponential = detail.exponentials!.data[key]!;
  const sum = scalarOf(detail.exponential_sum!);
  const weight = detail.weights.data[key]!;
  const forbidden = masked === -Infinity;
  return [
    {
      field: 'q',
      name: html`<i>q</i>·<i>k</i>`,
      plain: 'q·k',
      work: `${products(arithmetic, q, k)} =`,
      value: formatNumber(dot),
    },
    {
      field: 'scores',
      name: html`/ √<i>d</i><sub>k</sub>`,
      plain: '/ √dₖ',
      work: `${formatNumber(dot)} / √${q.length} =`,
      value: formatNumber(score),
    },
    {
      field: 'masked_scores',
      name: html`+ ${formula.mask}`,
      plain: `+ ${formula.mask}`,
      work: forbidden ? arithmetic.masked(formatNumber(score)) : `${formatNumber(score)} + 0 =`,
      value: formatNumber(masked),
    },
    {
      field: 'weights',
      name: html`exp`,
      plain: 'exp',
      work: arithmetic.exponential(formatNumber(masked), inBrackets(rowMax)),
      value: formatNumber(exponential),
    },
    {
      field: 'weights',
      name: html`/ Σ`,
      plain: '/ Σ',
      work: `${formatNumber(exponential)} / ${formatNumber(sum)} =`,
      value: formatNumber(weight, 4),
    },
  ];
}

function meanLines(
  { arithmetic }: Words,
  { trace, state }: LabResult,
  query: number,
  key: number,
  detail: RowDetail,
): Line[] {
  const weight = detail.weights.data[key]!;
  const each = Array.from({ length: state.num_heads }, (_, head) =>
    formatNumber(at(matrixOf(trace.weights, head), query, key)),
  );
  return [
    {
      field: 'weights',
      name: html`${arithmetic.mean}`,
      plain: arithmetic.mean,
      work: `(${each.join(' + ')}) / ${state.num_heads} =`,
      value: formatNumber(weight, 4),
    },
  ];
}

function products(words: Words['arithmetic'], q: Float32Array, k: Float32Array): string {
  const shown = Array.from(q.subarray(0, kMaxTerms), (value, i) => {
    const factor = i === 0 ? formatNumber(value) : inBrackets(value);
    return `${factor} × ${inBrackets(k[i]!)}`;
  });
  if (q.length > kMaxTerms) shown.push(words.products(q.length));
  return shown.join(' + ');
}

function inBrackets(value: number): string {
  return value < 0 ? `(${formatNumber(value)})` : formatNumber(value);
}

define('attention-arithmetic', AttentionArithmetic);
