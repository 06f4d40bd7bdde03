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
  const say = (held: boolean) => send({ kind: 'locked', held }, []);
  // Absent outside secure contexts, refused to opaque origins; a page can do without it.
  if (!navigator.locks) return say(false);
  navigator.locks
    .request(lock, () => {
      say(true);
      return new Promise(() => {});
    })
    .catch(() => say(false));
}
