/** The worker's side of the connection: a host and, in browsers, a lock that is released when this thread ends. */
import {
  type CreateHost,
  type FromHost,
  kMinTransferred,
  type Send,
  type ToHost,
} from '../transport/protocol';

/** The connection to the page: a worker's global object, or Node's `parentPort`. */
export interface Port {
  onmessage: ((event: MessageEvent<ToHost>) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(message: FromHost, transfer: Transferable[]): void;
}

/** Declared instead of imported, because bundlers for browsers would try to resolve the import. */
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

/** Passes on every message except `hold`, which is handled here. */
export function listen(port: Port, handle: (message: OwnMessage) => void): void {
  const send = sendTo(port);
  port.onmessage = ({ data }) => {
    if (data.kind === 'hold') holdUntilDeath(data.lock, send);
    else handle(data);
  };
  // Thrown, so that it reaches the page, which waits for an answer, as an error of this thread.
  port.onmessageerror = () => {
    throw new Error('a request could not be read, perhaps because memory ran out');
  };
}

export function sendTo(port: Port): Send {
  return (message) => {
    const buffers = new Set<ArrayBuffer>();
    if (message.kind === 'result') addBuffers(message.result, buffers);
    port.postMessage(message, [...buffers]);
  };
}

/** The buffers worth transferring. Results are owned copies, some of which share a buffer. */
function addBuffers(result: unknown, buffers: Set<ArrayBuffer>): void {
  if (typeof result !== 'object' || result === null) return;
  if (!ArrayBuffer.isView(result))
    for (const value of Object.values(result)) addBuffers(value, buffers);
  else if (isTransferred(result.buffer)) buffers.add(result.buffer);
}

function isTransferred(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer && buffer.byteLength >= kMinTransferred;
}

function holdUntilDeath(lock: string, send: Send): void {
  const report = (held: boolean) => send({ kind: 'locked', held });
  // Locks are absent outside secure contexts and refused to opaque origins; the page works without them.
  if (!navigator.locks) return report(false);
  navigator.locks
    .request(lock, () => {
      report(true);
      return new Promise(() => {});
    })
    .catch(() => report(false));
}
