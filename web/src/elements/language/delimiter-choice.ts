/** How [CLS] and [SEP] are shown: as they are, or hidden with rows as they are or scaled to 100 %. A choice, where one can choose. */
import { html } from 'lit';
import { delimiterForms, type DelimiterForm } from '../../model/language-state';
import type { InspectedText } from '../../model/text-model';
import type { Words } from '../../words/words';

export function delimiterChoice(
  { languageModel }: Words,
  { tokens }: InspectedText,
  chosen: DelimiterForm,
  onChoice: ((form: DelimiterForm) => void) | null,
) {
  const { delimiters: words } = languageModel;
  const label = words.label(tokens[0]!, tokens.at(-1)!);
  if (!onChoice) return html`<span>${label} ${words.forms[chosen]}.</span>`;
  return html`<label
    >${label}
    <select
      @change=${({ target }: Event) => onChoice((target as HTMLSelectElement).value as DelimiterForm)}
    >
      ${delimiterForms.map(
        (form) =>
          html`<option value=${form} .selected=${form === chosen}>${words.forms[form]}</option>`,
      )}
    </select></label
  >`;
}
