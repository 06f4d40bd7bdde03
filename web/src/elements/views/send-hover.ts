/** Reports the weight under the pointer in a view without a lab, as a lab does for its views. */
import { sender } from '../base/sender';
import type { Hover, LabAnnouncements } from '../lab/lab-announcements';

const send = sender<Pick<LabAnnouncements, 'attention-hover'>>();

export function sendHover(from: Element, hover: Hover | null): void {
  send(from, 'attention-hover', hover);
}
