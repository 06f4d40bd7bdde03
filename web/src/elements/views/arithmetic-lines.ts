/** The steps from q and k to one weight, each with its numbers. */
import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../../draw/format';
import { at, matrixOf, rowOf, scalarOf, type RowDetail } from '../../tensor';
import type { Words } from '../../words/words';
import type { Field, LabResult } from '../lab/lab-context';

/** Maximum number of products to write out. */
const kMaxTerms = 8;

export interface Line {
  readonly field: Field;
  readonly name: TemplateResult;
  /** `name` without markup. */
  readonly plain: string;
  readonly work: TemplateResult | string;
  readonly value: string;
}

/** What the steps of one head are taken from. */
export interface ComputedHead {
  readonly trace: Pick<LabResult['trace'], 'q' | 'k'>;
  readonly state: Pick<LabResult['state'], 'temperature'>;
  readonly qkv: LabResult['qkv'];
}

/** The steps for the selected head, or for the mean of all heads. */
export function linesOf(
  words: Words,
  result: LabResult,
  query: number,
  key: number,
  detail: RowDetail,
): Line[] {
  const { head } = result.state;
  return head === null
    ? meanLines(words, result, query, key, detail)
    : headLines(words, result, head, query, key, detail);
}

export function headLines(
  { arithmetic, formula }: Words,
  { trace, state, qkv }: ComputedHead,
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
  const isMasked = masked === -Infinity;
  const divisor = qkv || state.temperature === 1 ? '' : ` / ${state.temperature}`;
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
      work: isMasked ? arithmetic.masked(formatNumber(score)) : `${formatNumber(score)} + 0 =`,
      value: formatNumber(masked),
    },
    {
      field: 'weights',
      name: html`exp`,
      plain: 'exp',
      work: arithmetic.exponential(formatNumber(masked) + divisor, inBrackets(rowMax) + divisor),
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
