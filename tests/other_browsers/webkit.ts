/**
 * WebKitGTK's MiniBrowser through WebDriver, on a virtual screen. Its driver reports neither requests nor errors, so
 * the browser uses a recording proxy. Errors inside a worker that do not reach the page are not recorded.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { openProxy } from './recording-proxy.ts';
import { callOf, type Tab } from './tab.ts';

const miniBrowser = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path));

export async function openWebKit(): Promise<Tab> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [display] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  const port = await freePort();
  const server = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    // Its threaded compositor occasionally fails an assertion, which ends the browser.
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const proxy = await openProxy();
  const driver = await connect(`http://127.0.0.1:${port}`, proxy.address);
  await driver.manage().setTimeouts({ script: 180_000, pageLoad: 180_000 });

  const run = async (expression: string) =>
    driver.executeAsyncScript(
      `const done = arguments[0];
       Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
    ) as Promise<{ value?: unknown; error?: string }>;
  return {
    async open(url) {
      await driver.get('about:blank'); // another hash alone would not load the page
      await driver.get(url);
    },
    async run(script, ...values) {
      const { value, error } = await run(callOf(script, values));
      if (error !== undefined) throw new Error(error);
      return value as never;
    },
    clickAt: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform(),
    retype: (text) =>
      driver
        .actions()
        .keyDown(Key.CONTROL)
        .sendKeys('a')
        .keyUp(Key.CONTROL)
        .sendKeys(text)
        .perform(),
    requests: async () => proxy.requests.splice(0),
    async errors() {
      const { value } = await run('(globalThis.errors ?? []).splice(0)');
      return [...proxy.refused.splice(0), ...(value as string[])];
    },
    async close() {
      await driver.quit();
      proxy.close();
      await ended(server);
      await ended(screen);
    },
  };
}

/** Waits for the driver to start, then opens the browser. */
async function connect(driver: string, proxy: string): Promise<WebDriver> {
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${driver}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (tries === 1800) throw new Error('expected WebKitWebDriver to answer within 180 s');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return new Builder()
    .usingServer(driver)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: process.env['MINIBROWSER'] ?? miniBrowser,
        args: ['--automation', `--proxy=${proxy}`],
      },
    })
    .build();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
