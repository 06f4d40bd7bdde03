/** What a worker is: a host, and a lock that is free again when this thread is gone. */
import type { CreateHost, Send } from './host';
import type { FromHost, ToHost } from './protocol';

const send = (message: FromHost, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

export function serve(createHost: CreateHost): void {
  const handle = createHost(send);
  addEventListener('message', ({ data }: MessageEvent<ToHost>) => {
    if (data.kind === 'hold') holdUntilDeath(data.lock, send);
    else if (data.kind !== 'client') handle(data);
  });
}

export function holdUntilDeath(lock: string, send: Send): void {
  // Absent outside secure contexts, refused to opaque origins; a page can do without it.
  navigator.locks
    ?.request(lock, () => {
      send({ kind: 'locked' }, []);
      return new Promise(() => {});
    })
    .catch(() => {});
}
