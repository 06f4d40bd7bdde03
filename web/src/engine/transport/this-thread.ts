/** A host on this thread, for pages that refuse workers, and on request. */
import type { CreateHost, FromHost, HostMessage } from './protocol';

export interface ThreadHost {
  post(message: HostMessage): void;
  close(): void;
}

/** After this many milliseconds of calls the event loop gets a turn, so that a page at 60 Hz can still draw. */
const kMaxStretch = 8;

const resolved = Promise.resolve();

/** `receive` is never called before the first `post`, nor during a `post`. */
export function hostOnThisThread(
  createHost: CreateHost,
  receive: (message: FromHost) => void,
): ThreadHost {
  let isOpen = true;
  let stretchEnds = 0;
  const handle = createHost((message) => {
    if (isOpen) receive(message);
  });
  return {
    post(message) {
      const run = () => {
        if (isOpen) handle(message);
      };
      // queueMicrotask would take ten times as long in Chromium.
      if (performance.now() < stretchEnds) return void resolved.then(run);
      inNextTurn(() => {
        stretchEnds = performance.now() + kMaxStretch;
        run();
      });
    },
    close: () => void (isOpen = false),
  };
}

/** Exists in Node, where it lets a script end when nothing is left to do. */
declare const setImmediate: undefined | ((then: () => void) => void);

/** Avoids the 4 ms delay of nested timers in browsers. */
function inNextTurn(then: () => void): void {
  if (typeof setImmediate === 'function') return setImmediate(then);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  port2.postMessage(null);
}
