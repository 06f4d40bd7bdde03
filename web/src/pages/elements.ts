/** For other people's pages: registers all elements, and gives the engine that they need. */
import '../elements/views/attention-difference';
import '../elements/lab/attention-playground';
import './provided-engine';

export { createEngine } from '../engine/client';
export type * from '../elements/lab/lab-announcements';
export type * from '../elements/lab/lab-context';
export type { LabEngine, LabModel } from '../elements/lab/lab-engine';
export type { LabState, Step } from '../state';
export type * from '../tensor';
