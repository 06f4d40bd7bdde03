/** The servers behind `npm start` and `npm run dev`, each on a free port of 127.0.0.1. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface OurServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts scripts/serve.mjs or scripts/dev.mjs and waits for the address that it prints. */
export async function serve(script: 'serve.mjs' | 'dev.mjs'): Promise<OurServer> {
  const { PORT: _, ...env } = process.env;
  const child = spawn('node', [`scripts/${script}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const address = printed.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (address) resolve(address[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`expected an address from ${script}, got: ${printed}`)));
  });
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
