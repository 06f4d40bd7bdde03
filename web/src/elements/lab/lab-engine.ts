/** The part of an engine that a lab uses, and the page's engine for labs without their own. */
import type { Engine, Model } from '../../engine/client/engine';

/** Implemented by `createEngine()`; tests may use another implementation. */
export type LabEngine = Pick<Engine, 'run' | 'inspect' | 'prepare'>;
export type LabModel = Pick<Model<'multi_head'>, 'isGone' | 'inspect' | 'parameters' | 'dispose'>;

/** The URLs of the engine's files; by default beside the script. */
export interface EnginePlaces {
  readonly wasmUrl?: string;
  readonly workerUrl?: string;
}
export type EngineSource = (places: EnginePlaces) => Promise<LabEngine>;

let provide: (source: EngineSource) => void;
const provided = new Promise<EngineSource>((resolve) => (provide = resolve));

/** Sets the engine of labs without their own. Only the first call has an effect. */
export function provideEngine(source: EngineSource): void {
  provide(source);
}

/** Waits for `provideEngine`, whose script may load after the elements. */
export async function providedEngine(places: EnginePlaces): Promise<LabEngine> {
  return (await provided)(places);
}
