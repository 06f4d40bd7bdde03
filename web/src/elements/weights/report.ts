/** Dispatches the events of the views of a training run. */
import type { TrainingViewEvents } from '../base/view-events';
import { reporter } from '../base/reporter';

export const report = reporter<TrainingViewEvents>();
