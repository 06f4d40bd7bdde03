/** The entry of `elements.js`, for other pages: registers all elements and provides their engine. */
import '../../elements/views/attention-difference';
import '../../elements/playground/attention-playground';
import '../../elements/story/attention-story';
import '../../elements/example/attention-answer';
import '../../elements/arcs/attention-arcs';
import '../../elements/head-maps/attention-head-maps';
import './provided-engine';

export { createEngine } from '../../engine/client/engine';
export type * from '../../elements/lab/lab-announcements';
export type * from '../../elements/lab/lab-context';
export type { LabEngine, LabModel } from '../../elements/lab/lab-engine';
export type { StoryEvents } from '../../elements/story/names/story-events';
export type { MatrixName as Step } from '../../settings/playground';
export type { LabState } from '../../settings/state';
export type { TrainingViewEvents } from '../../elements/base/view-events';
export type { HeadMap } from '../../elements/head-maps/head-map';
export type { ModelShown } from '../../elements/save/model-shown';
export type { ArcLayer, ForcedLayerRow } from '../../elements/weights/arc-layer';
export type { Guess, GuessesBefore } from '../../model/examples/answers';
export type { WordSpan } from '../../model/examples/example-view';
export type { ArcDirection, arcDirections } from '../../model/heads/arc-direction';
export type { HeadPlace } from '../../model/heads/head-place';
export type * from '../../tensors/tensor';
