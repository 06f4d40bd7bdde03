/** A line to a host in another thread, whichever kind of worker that is. */
import type { FromHost, ToHost } from './protocol';

export interface Line {
  post(message: ToHost, transfer: Transferable[]): void;
  /** Nothing more is heard of afterwards. */
  close(): void;
}

export interface LineEvents {
  message(message: FromHost): void;
  /** The host will answer nothing more. No reason: the page or the browser refused the worker's script. */
  end(reason: string | null): void;
}

/** Throws where there can be no such worker. */
export type OpenLine = (events: LineEvents) => Line;
