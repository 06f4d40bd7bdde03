/** What a lab needs of an engine, and where a lab gets one when it was given none. */
import type { Engine, Model } from '../../engine/client';

/** `createEngine()` gives one; a test may give another. */
export type LabEngine = Pick<Engine, 'run' | 'inspect' | 'prepare'>;
export type LabModel = Pick<Model<'multi_head'>, 'isGone' | 'inspect' | 'parameters' | 'dispose'>;

/** Where the files are, when not beside the script. */
export interface EnginePlaces {
  readonly wasmUrl?: string;
  readonly workerUrl?: string;
}
export type EngineSource = (places: EnginePlaces) => Promise<LabEngine>;

let provide: (source: EngineSource) => void;
const provided = new Promise<EngineSource>((resolve) => (provide = resolve));

/** Where labs have their engine from that were given none. The first source stays. */
export function provideEngine(source: EngineSource): void {
  provide(source);
}

/** Waits for the source, which may be loaded after the elements. */
export async function providedEngine(places: EnginePlaces): Promise<LabEngine> {
  return (await provided)(places);
}
