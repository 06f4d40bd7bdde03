/**
 * The messages between an embedded frame and its host page. Each is an object
 * `{ source, v: 1, kind, ... }`; other messages are ignored.
 */
import type { LabState } from '../settings/state';
import { describeSetting, partOfState } from '../settings/state-object';

const version = 1;

/** Messages from the frame. Heights go to any parent; all other messages only to the origin in `host`. */
export type FromFrame =
  | { kind: 'height'; height: number }
  /** The settings have changed. Also the answer to `get` and to a valid `set`. */
  | { kind: 'state'; state: object }
  | { kind: 'query' | 'hover' | 'trace' | 'error'; detail: unknown }
  /** The answer to an invalid message. Nothing was changed. */
  | { kind: 'refused'; message: string };

/** Messages from the host page. */
export type ToFrame<State = Partial<LabState>> =
  | { kind: 'get' }
  | { kind: 'set'; state: State }
  /** The theme and the background of the page around the frame. Any page may send it. */
  | { kind: 'look'; theme: 'light' | 'dark'; paper: string };

export function fromFrame(message: FromFrame) {
  return { source: 'attention-lab', v: version, ...message };
}

/** Returns null if the message is not for a lab. Throws if it is for a lab but invalid. */
export function readToFrame<State = Partial<LabState>>(
  data: unknown,
  readState: (state: unknown) => State = partOfState as (state: unknown) => State,
): ToFrame<State> | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message['source'] !== 'attention-lab-host') return null;
  if (message['v'] !== version)
    throw new Error(`Expected a message with v: ${version}, got ${describeSetting(message['v'])}.`);
  const { kind } = message;
  if (kind === 'get') return { kind };
  if (kind === 'set') return { kind, state: readState(message['state']) };
  if (kind === 'look') {
    const { theme, paper } = message;
    if ((theme === 'light' || theme === 'dark') && /^rgb\([\d., %]{5,40}\)$/.test(String(paper)))
      return { kind, theme, paper: String(paper) };
    throw new Error(
      `Expected a theme, "light" or "dark", and a paper such as "rgb(255, 255, 255)", got ${describeSetting(theme)} and ${describeSetting(paper)}.`,
    );
  }
  throw new Error(
    `Expected a message of kind "get", "set" or "look", got ${describeSetting(kind)}.`,
  );
}
