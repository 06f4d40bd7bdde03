/** The mathematics of the stages, which is the same in every language: a formula for each, and all of it in one line. */
import { html, type TemplateResult } from 'lit';
import type { StageName, SymbolName } from '../../model/stages';

type Math = (normed: boolean, isCross: boolean) => TemplateResult;

const x = html`<i>X</i>`;
const of = (name: unknown, index: unknown) => html`<i>${name}</i><sub>${index}</sub>`;
const w = (index: unknown) => of('W', index);
const normed = (isNormed: boolean) => (isNormed ? html`<i>N</i>` : x);
/** What keys and values are made of: in a cross-attention the encoder's output. */
const read = (isNormed: boolean, isCross: boolean) => (isCross ? html`<i>Y</i>` : normed(isNormed));
const attend = html`<i>A</i>`;

/** Whether the layer normalizes X before it is multiplied, and whether it looks at the encoder's output Y. */
export const stageFormulas: Record<StageName, Math> = {
  tokens: () => html`<i>t</i>`,
  embedded: () => html`${x} = <i>E</i>[<i>t</i>]`,
  input: () => x,
  norm_1: () => html`<i>N</i>`,
  q: (first) => html`<i>Q</i> = ${normed(first)} ${w('Q')}`,
  memory: () => html`<i>Y</i>`,
  k: (first, isCross) => html`<i>K</i> = ${read(first, isCross)} ${w('K')}`,
  v: (first, isCross) => html`<i>V</i> = ${read(first, isCross)} ${w('V')}`,
  scores: () => html`<i>S</i> = <i>Q</i> <i>K</i><sup>⊤</sup> / √${of('d', 'k')}`,
  mask: () => html`<i>S</i> + <i>M</i>`,
  weights: () => html`${attend} = softmax(<i>S</i> + <i>M</i>)`,
  weighted: () => html`${attend} × <i>V</i>`,
  context: () => html`<i>C</i> = ${attend} <i>V</i>`,
  concat: () => html`[<i>C</i>${html`<sub>1</sub>`} … <i>C</i><sub>h</sub>]`,
  output: () => html`<i>O</i> = [<i>C</i>] ${w('O')}`,
  residual_1: () => html`<i>R</i> = ${x} + <i>O</i>`,
  norm_2: () => html`<i>N</i>`,
  feed_forward: () => html`<i>F</i> = <i>φ</i>(<i>N</i> ${w('1')}) ${w('2')}`,
  residual_2: () => html`<i>R</i> + <i>F</i>`,
  next_layer: () => attend,
  final_norm: () => html`<i>N</i>`,
  prediction: () => html`softmax(<i>N</i> ${w('out')})`,
};

export type FormulaSymbol = (name: SymbolName, content: unknown) => TemplateResult;

/** The whole formula, with a button for each symbol. */
export function formulaLine(
  symbol: FormulaSymbol,
  { mask, context }: Record<'mask' | 'context', string>,
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
    <span class="part">${symbol('p', html`<i>p</i>`)}</span>`;
}
