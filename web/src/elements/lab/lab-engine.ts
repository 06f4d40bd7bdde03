/** The part of an engine that a lab uses, and the page's engine for labs without their own. */
import type { Engine, Model } from '../../engine/client/engine';
import { provision } from '../base/provision';

/** Implemented by `createEngine()`; tests may use another implementation. */
export type LabEngine = Pick<Engine, 'run' | 'inspect' | 'prepare'>;
export type LabModel = Pick<Model<'multi_head'>, 'isGone' | 'inspect' | 'parameters' | 'dispose'>;

/** The URLs of the engine's files; by default beside the script. */
export interface EnginePlaces {
  readonly wasmUrl?: string;
  readonly workerUrl?: string;
}
export type EngineSource = (places: EnginePlaces) => Promise<LabEngine>;

const { provide, provided } = provision<EngineSource>();

/** Sets the engine of labs without their own. Only the first call has an effect. */
export const provideEngine = provide;

/** Waits for `provideEngine`, whose script may load after the elements. */
export async function providedEngine(places: EnginePlaces): Promise<LabEngine> {
  return (await provided)(places);
}
