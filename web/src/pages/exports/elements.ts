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
export type { LabState, Step } from '../../state';
export type * from '../../training/view-types';
export type * from '../../tensor';
