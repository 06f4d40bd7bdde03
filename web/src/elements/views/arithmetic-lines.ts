/** The steps from q and k to one weight, each with its numbers. */
import { html, type TemplateResult } from 'lit';
import { formatDecimal, formatNumber } from '../../draw/format';
import { codeOf } from '../../tensors/opened';
import { cellAt, matrixOf, matrixRow, scalarOf, type AttentionTrace } from '../../tensors/tensor';
import type { Words } from '../../words/words';
import type { Field, LabResult, LabRow } from '../lab/lab-context';
import { scoreDivisor } from '../lab/score-divisor';
import { isDistribution } from './row-shares';

/** Maximum number of products to write out. */
const kMaxTerms = 8;

export interface WeightLine {
  readonly field: Field;
  readonly name: TemplateResult;
  /** `name` without markup. */
  readonly plain: string;
  readonly work: TemplateResult | string;
  readonly value: string;
}

/** The data that the steps of one head are computed from. */
export interface ComputedHead {
  readonly trace: Pick<AttentionTrace, 'q' | 'k'>;
  readonly state: Pick<LabResult['state'], 'temperature'>;
  readonly opened: LabResult['opened'];
}

/** The steps for the selected head, or for the mean of all heads. */
export function weightLines(
  words: Words,
  result: LabResult,
  query: number,
  key: number,
  detail: LabRow,
): WeightLine[] {
  const { trace, state, opened } = result;
  const { head } = state;
  const { q, k } = trace;
  const lines =
    head === null
      ? meanLines(words, result, query, key, detail)
      : q && k
        ? headLines(words, { trace: { q, k }, state, opened }, head, query, key, detail)
        : [weightOfFile(words, result, head, query, key, detail)];
  return q ? lines : [...lines, ...rowLines(words, detail)];
}

/** The weight alone: a file of weights does not contain what it was computed from. */
function weightOfFile(
  { fileWeights }: Words,
  { opened }: LabResult,
  head: number,
  query: number,
  key: number,
  { weights }: LabRow,
): WeightLine {
  return {
    field: 'weights',
    name: html`${fileWeights.weight}`,
    plain: fileWeights.weight,
    work: `${fileWeights.inFile(codeOf(opened!, head, query, key))} =`,
    value: formatNumber(weights.data[key]!, 4),
  };
}

/** The lines for a row of weights without scores and values. */
function rowLines({ fileWeights }: Words, detail: LabRow): WeightLine[] {
  const { sum, entropy, effective_tokens } = detail;
  const spread = formatDecimal(scalarOf(effective_tokens!), 1);
  const hasEntropy = isDistribution(detail);
  return [
    {
      field: 'weights',
      name: html`Σ`,
      plain: 'Σ',
      work: `${fileWeights.sum} =`,
      value: formatNumber(scalarOf(sum!)),
    },
    {
      field: 'weights',
      name: html`${fileWeights.entropy}`,
      plain: fileWeights.entropy,
      work: hasEntropy ? `${fileWeights.spread(spread)} =` : fileWeights.noEntropy,
      value: hasEntropy ? formatNumber(scalarOf(entropy!)) : '–',
    },
  ];
}

export function headLines(
  { arithmetic, formula }: Words,
  { trace, state, opened }: ComputedHead,
  head: number,
  query: number,
  key: number,
  detail: LabRow,
): WeightLine[] {
  const q = matrixRow(matrixOf(trace.q, head), query);
  const k = matrixRow(matrixOf(trace.k, head), key);
  const dot = detail.dots!.data[key]!;
  const score = detail.scores!.data[key]!;
  const masked = detail.masked_scores!.data[key]!;
  const rowMax = scalarOf(detail.row_max!);
  const exponential = detail.exponentials!.data[key]!;
  const sum = scalarOf(detail.exponential_sum!);
  const weight = detail.weights.data[key]!;
  const isMasked = masked === -Infinity;
  const temperature = scoreDivisor({ opened, state });
  const divisor = temperature && ` / ${temperature}`;
  return [
    {
      field: 'q',
      name: html`<i>q</i>·<i>k</i>`,
      plain: 'q·k',
      work: `${products(arithmetic, q, k)}\u00a0=`,
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
  detail: LabRow,
): WeightLine[] {
  const weight = detail.weights.data[key]!;
  const each = Array.from({ length: state.num_heads }, (_, head) =>
    formatNumber(cellAt(matrixOf(trace.weights, head), query, key)),
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

/** Lines break between products, not in them. */
function products(words: Words['arithmetic'], q: Float32Array, k: Float32Array): string {
  const terms = Array.from(q.subarray(0, kMaxTerms), (value, i) => {
    const factor = i === 0 ? formatNumber(value) : inBrackets(value);
    return `${factor}\u00a0×\u00a0${inBrackets(k[i]!)}`;
  });
  if (q.length > kMaxTerms) terms.push(words.products(q.length));
  return terms.join(' + ');
}

function inBrackets(value: number): string {
  return value < 0 ? `(${formatNumber(value)})` : formatNumber(value);
}
