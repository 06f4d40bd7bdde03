/** A connection to a Node worker (`node:worker_threads`). While idle, it does not keep the script alive. */
import type { OpenConnection } from './connection';
import type { FromHost, ToHost } from './protocol';

interface NodeWorker {
  on(event: 'message', listener: (message: FromHost) => void): void;
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
  postMessage(message: ToHost, transfer: Transferable[]): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** Declared instead of imported, because bundlers for browsers would try to resolve the import. */
declare const process:
  | undefined
  | {
      getBuiltinModule?(name: 'node:worker_threads'): {
        Worker: new (script: URL, options: { name: string; execArgv: string[] }) => NodeWorker;
      };
    };

/** Undefined outside Node, or if `script` is not a URL that Node can run. */
export function toNodeWorker(script: string | undefined): OpenConnection | undefined {
  if (typeof process !== 'object' || !/^(file|data):/.test(script ?? '')) return undefined;
  const threads = process.getBuiltinModule?.('node:worker_threads');
  return (
    threads &&
    ((events) => {
      // The worker must not inherit options of the main script, such as --input-type.
      const worker = new threads.Worker(new URL(script!), {
        name: 'attention-engine',
        execArgv: [],
      });
      let isOpen = true;
      const close = () => {
        isOpen = false;
        void worker.terminate();
      };
      const end = (reason: string) => {
        if (!isOpen) return;
        close();
        events.end(reason);
      };
      worker.on('message', (message) => {
        if (!isOpen) return;
        worker.unref();
        events.message(message);
      });
      worker.on('error', (error) => end(error.message));
      worker.on('messageerror', (error) => end(error.message));
      worker.on('exit', (code) => end(`its worker ended with code ${code}`));
      const post = (message: ToHost, transfer: Transferable[]) => {
        worker.postMessage(message, transfer);
        worker.ref();
      };
      return { post, close };
    })
  );
}
