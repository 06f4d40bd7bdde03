/** Reports a part of the state that a view changes: `<attention-model>` keeps it, and the page writes the address. */
import type { LanguageState } from '../../model/language-state';

export function change(host: EventTarget, detail: Partial<LanguageState>): void {
  host.dispatchEvent(
    new CustomEvent('attention-opened-change', { detail, bubbles: true, composed: true }),
  );
}
