/** Reports a part of the state that a view changes: `<attention-model>` stores it, and the page writes the address. */
import type { LanguageState } from '../../../model/language/language-state';
import { sender } from '../../base/sender';

export interface ChangeEvents {
  'attention-language-change': Partial<LanguageState>;
  /** Its earlier name, which pages that embed these views may listen to. */
  'attention-opened-change': Partial<LanguageState>;
}

const send = sender<ChangeEvents>();

export function sendChange(from: EventTarget, change: Partial<LanguageState>): void {
  send(from, 'attention-language-change', change);
  send(from, 'attention-opened-change', change);
}
