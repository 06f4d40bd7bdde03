/**
 * What a frame and the page around it say to each other. Each message is an object
 * `{ source, v: 1, kind, ... }`; what is not one of these is nobody's business here.
 */
import type { LabState } from '../state';
import { partOfState } from '../state-object';

const version = 1;

/** From the frame. Heights go to whoever frames it, all else to the origin that its address names. */
export type FromFrame =
  | { kind: 'height'; height: number }
  /** What is shown has other settings; and the answer to `get`, and to a `set` that could be read. */
  | { kind: 'state'; state: LabState }
  | { kind: 'query' | 'hover' | 'trace' | 'error'; detail: unknown }
  /** The answer to what could not be read: nothing was changed. */
  | { kind: 'refused'; message: string };

/** From the page around. */
export type ToFrame = { kind: 'get' } | { kind: 'set'; state: Partial<LabState> };

export function fromFrame(message: FromFrame) {
  return { source: 'attention-lab', v: version, ...message };
}

/** null: not meant for a lab. Throws with what was expected and what came. */
export function readToFrame(data: unknown): ToFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message['source'] !== 'attention-lab-host') return null;
  if (message['v'] !== version) throw new Error(`Expected a message with v: ${version}.`);
  const { kind } = message;
  if (kind === 'get') return { kind };
  if (kind === 'set') return { kind, state: partOfState(message['state']) };
  throw new Error('Expected a message of kind "get" or "set".');
}
