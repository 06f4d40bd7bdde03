/**
 * How [CLS] and [SEP] are shown: visible, or hidden with rows as they are or rescaled to 100 %. A select, if there is a
 * choice.
 */
import { html } from 'lit';
import { formatProbability } from '../../../draw/format';
import { delimiterForms, type DelimiterForm } from '../../../model/language/language-state';
import type { InspectedText } from '../../../model/language/text-model';
import { cellAt, matrixOf } from '../../../tensors/tensor';
import type { Words } from '../../../words/words';
import { shownForm } from '../base/sentence-maps';

/** `query`: the token whose row is shown, from 0. */
export function delimiterLine(
  words: Words,
  seen: InspectedText,
  { layer, head, query }: { readonly layer: number; readonly head: number; readonly query: number },
  form: DelimiterForm,
  onChoice: ((form: DelimiterForm) => void) | null,
) {
  const { said } = words.languageModel.delimiters;
  const { row_shares, shares } = seen.heads[layer]!;
  const share = formatProbability(cellAt(matrixOf(row_shares), head, query));
  return html`<div class="ends">
    ${delimiterChoice(words, seen, form, onChoice)}
    <span>${said[shownForm(form, seen)](share, formatProbability(shares.data[head]!))}</span>
  </div>`;
}

function delimiterChoice(
  { languageModel }: Words,
  { tokens }: InspectedText,
  selected: DelimiterForm,
  onChoice: ((form: DelimiterForm) => void) | null,
) {
  const { delimiters: words } = languageModel;
  const label = words.label(tokens[0]!, tokens.at(-1)!);
  if (!onChoice) return html`<span>${words.are(label, words.forms[selected])}</span>`;
  return html`<label
    >${label}
    <select
      @change=${({ target }: Event) => onChoice((target as HTMLSelectElement).value as DelimiterForm)}
    >
      ${delimiterForms.map(
        (form) =>
          html`<option value=${form} .selected=${form === selected}>${words.forms[form]}</option>`,
      )}
    </select></label
  >`;
}
