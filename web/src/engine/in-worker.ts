/** What a worker is: a host, and a lock that is free again when this thread is gone. */
import type { CreateHost } from './host';
import type { FromHost, ToHost } from './protocol';

const send = (message: FromHost, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

export function serve(createHost: CreateHost): void {
  const handle = createHost(send);
  addEventListener('message', ({ data }: MessageEvent<ToHost>) => {
    if (data.kind === 'hold') holdUntilDeath(data.lock);
    else handle(data);
  });
}

function holdUntilDeath(lock: string): void {
  // Absent outside secure contexts, refused to opaque origins; a page can do without it.
  navigator.locks
    ?.request(lock, () => {
      send({ kind: 'locked' });
      return new Promise(() => {});
    })
    .catch(() => {});
}
