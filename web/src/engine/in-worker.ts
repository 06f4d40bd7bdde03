/** A worker: a host, and in browsers a lock that is free again when this thread is gone. */
import type { CreateHost, Send } from './host';
import { type FromHost, kLeastTransferred, type ToHost } from './protocol';

/** To the page: a worker's global object, or what Node has instead. */
export interface Port {
  onmessage: ((event: MessageEvent<ToHost>) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(message: FromHost, transfer: Transferable[]): void;
}

/** Not by an import, which bundlers for browsers would try to follow. */
declare const process:
  undefined | { getBuiltinModule?(name: 'node:worker_threads'): { parentPort: Port | null } };

export function serve(createHost: CreateHost): void {
  const inNode =
    typeof process === 'object' ? process.getBuiltinModule?.('node:worker_threads') : undefined;
  const port = inNode?.parentPort ?? (globalThis as unknown as Port);
  const handle = createHost(sendTo(port));
  listen(port, (message) => {
    if (message.kind !== 'client') handle(message);
  });
}

type OwnMessage = Exclude<ToHost, { kind: 'hold' }>;

/** Hears all but what this module sees to itself. */
export function listen(port: Port, handle: (message: OwnMessage) => void): void {
  const send = sendTo(port);
  port.onmessage = ({ data }) => {
    if (data.kind === 'hold') holdUntilDeath(data.lock, send);
    else handle(data);
  };
  // As an error of this thread it reaches the page, which waits for an answer.
  port.onmessageerror = () => {
    throw new Error('a request could not be read, perhaps for want of memory');
  };
}

export function sendTo(port: Port): Send {
  return (message) =>
    port.postMessage(
      message,
      message.kind === 'result' ? [...new Set(buffersOf(message.result))] : [],
    );
}

/** Results are owned copies, some of them parts of one, so their buffers can be transferred when that pays. */
function buffersOf(result: unknown): Transferable[] {
  if (typeof result !== 'object' || result === null) return [];
  if (ArrayBuffer.isView(result)) return isTransferred(result.buffer) ? [result.buffer] : [];
  return Object.values(result).flatMap(buffersOf);
}

function isTransferred(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer && buffer.byteLength >= kLeastTransferred;
}

function holdUntilDeath(lock: string, send: Send): void {
  const say = (held: boolean) => send({ kind: 'locked', held });
  // Absent outside secure contexts, refused to opaque origins; a page can do without it.
  if (!navigator.locks) return say(false);
  navigator.locks
    .request(lock, () => {
      say(true);
      return new Promise(() => {});
    })
    .catch(() => say(false));
}
