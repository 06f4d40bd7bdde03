/** A connection to a host in another thread, for any kind of worker. */
import type { FromHost, ToHost } from './protocol';

export interface Connection {
  post(message: ToHost, transfer: Transferable[]): void;
  /** No event follows. */
  close(): void;
}

export interface ConnectionEvents {
  message(message: FromHost): void;
  /** The host has ended. A null reason: the page's policy or the browser refused the worker's script. */
  end(reason: string | null): void;
}

/** Throws if such a worker cannot be created. */
export type OpenConnection = (events: ConnectionEvents) => Connection;
