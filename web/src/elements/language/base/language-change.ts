/** Reports a part of the state that a view changes: `<attention-model>` stores it, and the page writes the address. */
import type { LanguageState } from '../../../model/language/language-state';

/** The event, and its earlier name, which pages that embed these views may listen to. */
const kNames = ['attention-language-change', 'attention-opened-change'];

export function change(host: EventTarget, detail: Partial<LanguageState>): void {
  for (const name of kNames)
    host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
