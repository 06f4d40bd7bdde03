/** Reports the weight under the pointer in a view without a lab, as a lab does for its views. */
import type { Hover } from '../lab/lab-announcements';

export function reportHover(from: Element, detail: Hover | null): void {
  from.dispatchEvent(new CustomEvent('attention-hover', { detail, bubbles: true, composed: true }));
}
