/**
 * The mathematics of the stages, which is the same in every language: a formula per stage, one line with all of it, and
 * the symbols in their texts.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { attentionAt } from '../../../model/stages/attentions';
import type { SymbolName } from '../../../model/stages/formula-symbols';
import type { StageName, StoryConfig } from '../../../model/stages/stages';

/** The properties that the formulas of a layer depend on. */
interface Form {
  /** Whether the layer normalizes X before it is multiplied. */
  readonly normed: boolean;
  /** Whether keys and values are computed from the encoder's output Y. */
  readonly isCross: boolean;
  /** Whether queries and keys are rotated by the places of their words. */
  readonly rotary: boolean;
  readonly bias: boolean;
  readonly outputBias: boolean;
  /** Whether tokens have types. */
  readonly types: boolean;
  /** Whether a head predicts masked words. */
  readonly masked: boolean;
}
type Formula = (form: Form) => TemplateResult;

const x = html`<i>X</i>`;
const y = html`<i>Y</i>`;
const of = (name: unknown, index: unknown) => html`<i>${name}</i><sub>${index}</sub>`;
const w = (index: unknown) => of('W', index);
const normed = (form: Form) => (form.normed ? html`<i>N</i>` : x);
const read = (form: Form) => (form.isCross ? html`<i>Y</i>` : normed(form));
/** `+ b`, a separate bias for every product. */
const plus = (bias: boolean) => (bias ? html` + <i>b</i>` : nothing);
// Not in the templates, where words need a translation (scripts/rules/translated_words.mjs).
const kRope = 'RoPE';
const kNorm = 'norm';
const kMean = 'mean';
const kCosine = 'cos';
const placed = ({ rotary }: Form, product: TemplateResult) =>
  rotary ? html`${kRope}(${product})` : product;
const u = html`<i>u</i>`;
/** What the formula ends in. */
const ends = { p: html`<i>p</i>`, u, y };
const attend = html`<i>A</i>`;
const softmaxed = html`softmax(<i>S</i> + <i>M</i>)`;
const summed = html`${attend} <i>V</i>`;

const formulas: Record<StageName, Formula> = {
  tokens: () => html`<i>t</i>`,
  embedding_sum: ({ types }) =>
    html`<i>E</i>[<i>t</i>] + <i>P</i>${types ? html` + <i>T</i>` : nothing}`,
  embedding_norm: () => html`${x} = ${kNorm}(<i>E</i>[<i>t</i>] + …)`,
  embedded: () => html`${x} = <i>E</i>[<i>t</i>]`,
  input: () => x,
  norm_1: () => html`<i>N</i>`,
  q: (form) => html`<i>Q</i> = ${placed(form, html`${normed(form)} ${w('Q')}${plus(form.bias)}`)}`,
  memory: () => y,
  k: (form) => html`<i>K</i> = ${placed(form, html`${read(form)} ${w('K')}${plus(form.bias)}`)}`,
  v: (form) => html`<i>V</i> = ${read(form)} ${w('V')}${plus(form.bias)}`,
  scores: () => html`<i>S</i> = <i>Q</i> <i>K</i><sup>⊤</sup> / √${of('d', 'k')}`,
  mask: () => html`<i>S</i> + <i>M</i>`,
  weights: () => html`${attend} = ${softmaxed}`,
  weighted: () => html`${attend} × <i>V</i>`,
  context: () => html`<i>C</i> = ${summed}`,
  concat: () => html`[<i>C</i><sub>1</sub> … <i>C</i><sub>h</sub>]`,
  output: ({ bias }) => html`<i>O</i> = [<i>C</i>] ${w('O')}${plus(bias)}`,
  residual_1: () => html`<i>R</i> = ${x} + <i>O</i>`,
  norm_2: () => html`<i>N</i>`,
  feed_forward: ({ bias }) =>
    html`<i>F</i> = <i>φ</i>(<i>N</i> ${w('1')}${plus(bias)}) ${w('2')}${plus(bias)}`,
  residual_2: (form) => html`<i>${form.normed ? 'R' : 'N'}</i> + <i>F</i>`,
  next_layer: () => attend,
  final_norm: () => html`<i>N</i>`,
  to_decoder: () => y,
  prediction: ({ outputBias, masked }) =>
    masked
      ? html`softmax(<i>g</i>(<i>N</i>) <i>E</i><sup>⊤</sup> + <i>b</i>)`
      : html`softmax(<i>N</i> ${w('out')}${plus(outputBias)})`,
  pooled: () => html`${u} = ${kMean}(<i>N</i>)`,
  similarity: () => html`${kCosine}(${u}, <i>u</i>′)`,
};

/** The formulas that a stage does not follow where the visitor has set its numbers. */
export const overridden = { weights: softmaxed, context: summed };

export function stageFormula(stage: StageName, config: StoryConfig, layer: number) {
  const { shape, isCross } = attentionAt(config, layer);
  const { norm_first: normed = false, bias = true, output_bias: outputBias = true } = config;
  const form = { normed, isCross, rotary: shape.rotary, bias, outputBias };
  const { num_types = 0, predicts_words: masked = false } = config;
  return formulas[stage]({ ...form, types: num_types > 0, masked });
}

/** Formats a symbol in a text, such as `W_Q`, `S + M` or `d_model`, as in the formulas. */
export const symbolText = (text: string) =>
  text.split(/([A-Za-zβγ](?:_[A-Za-z\d]+)?)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const [name, index] = part.split('_');
    return index === undefined ? html`<i>${name}</i>` : of(name, index);
  });

/** A sentence with its symbols set as in the formulas. Letters alone are symbols if no language has them as words. */
export const withSymbols = (text: string) =>
  text
    .split(/\b([A-Za-z]_[A-Za-z\d]+|[NXbg])\b/)
    .map((part, i) => (i % 2 === 0 ? part : symbolText(part)));

export type RenderSymbol = (name: SymbolName, content: unknown) => TemplateResult;

/** The whole formula, with a button for each symbol. */
export function formulaLine(
  symbol: RenderSymbol,
  { mask, context }: Record<'mask' | 'context', string>,
  end: keyof typeof ends,
) {
  return html`<span class="part">${symbol('x', x)}</span>
    <span class="part"
      >${symbol('context', context)} =
      ${symbol('softmax', 'softmax')}(${symbol('q', html`<i>Q</i>`)}
      ${symbol('k', html`<i>K</i><sup>⊤</sup>`)} / ${symbol('scale', html`√${of('d', 'k')}`)} +
      ${symbol('mask', mask)}) ${symbol('v', html`<i>V</i>`)}</span
    >
    <span class="part"
      >${symbol('output', html`<i>O</i>`)} = ${context} ${symbol('w_o', w('O'))}</span
    >
    <span class="part">${symbol('residual', html`${x} + <i>O</i>`)}</span>
    <span class="part">${symbol(end, ends[end])}</span>`;
}
