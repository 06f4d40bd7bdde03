/** Dispatches the events of the views of a training run. */
import type { TrainingViewEvents } from '../../training/view-types';

export function report<K extends keyof TrainingViewEvents>(
  from: Element,
  type: K,
  detail: TrainingViewEvents[K],
): void {
  from.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
}
