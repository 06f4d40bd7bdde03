/** Dispatches the events of the views of a training run. */
import type { TrainingViewEvents } from '../base/view-events';
import { sender } from '../base/sender';

export const send = sender<TrainingViewEvents>({ bubbles: true, composed: true });
