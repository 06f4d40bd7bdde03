/** Reports a part of the state that a view changes: `<attention-model>` keeps it, and the page writes the address. */
import type { OpenedState } from '../../model/opened-state';

export function change(host: EventTarget, detail: Partial<OpenedState>): void {
  host.dispatchEvent(
    new CustomEvent('attention-opened-change', { detail, bubbles: true, composed: true }),
  );
}
