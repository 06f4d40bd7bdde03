/** For other people's pages: registers all elements, and gives the engine that they need. */
import '../elements/attention-difference';
import '../elements/attention-playground';
import './provided-engine';

export { createEngine } from '../engine/client';
export type * from '../elements/lab-announcements';
export type * from '../elements/lab-context';
export type { LabEngine, LabLayer } from '../elements/lab-engine';
export type { LabState, Step } from '../state';
export type * from '../tensor';
