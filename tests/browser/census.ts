/** Counts what is alive in a page after garbage collection: elements, canvases, observers, listeners, memory. */
import type { CDPSession, Page } from '@playwright/test';
import type { Engine } from '../../web/src/engine/client.ts';
import type { AttentionPlayground } from '../../web/src/elements/lab/attention-playground.ts';

export interface Census {
  playgrounds: number;
  /** Detached canvases only: the collector may or may not keep wrappers of attached ones. */
  canvases: number;
  resizeObservers: number;
  listeners: number;
  nodes: number;
  workers: number;
  /** Models and memory of the engine that all playgrounds share. */
  models: number;
  usedBytes: number;
}

export async function takeCensus(page: Page): Promise<Census> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (let i = 0; i < 2; i++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await cdp.send('HeapProfiler.collectGarbage');
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)!.value;
  const census = {
    playgrounds: await instancesOf(cdp, "customElements.get('attention-playground')"),
    canvases: await instancesOf(cdp, 'HTMLCanvasElement', 'isConnected'),
    resizeObservers: await instancesOf(cdp, 'ResizeObserver'),
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    workers: page.workers().length,
    ...(await heldByEngine(page)),
  };
  await cdp.detach();
  return census;
}

/** Counts the instances of a constructor, without those whose property `except` is true. */
async function instancesOf(cdp: CDPSession, constructor: string, except = ''): Promise<number> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: `${constructor}.prototype` });
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId!,
  });
  const { result: count } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function (except) { return this.filter((one) => !one[except]).length; }',
    arguments: [{ value: except }],
    returnByValue: true,
  });
  await cdp.send('Runtime.releaseObject', { objectId: objects.objectId! });
  await cdp.send('Runtime.releaseObject', { objectId: result.objectId! });
  return count.value as number;
}

async function heldByEngine(page: Page): Promise<Pick<Census, 'models' | 'usedBytes'>> {
  return page.evaluate(async () => {
    const { engine } = document.querySelector<AttentionPlayground>('attention-playground')!;
    const { models, used_bytes } = await ((await engine) as Engine).info();
    return { models, usedBytes: used_bytes };
  });
}

/** Attaches visible playgrounds one by one and detaches each, after its first numbers or at once. */
export async function attachAndDetach(page: Page, cycles: number, wait: 'shown' | 'at once') {
  await page.evaluate(
    async ([cycles, wait]) => {
      const first = document.querySelector<AttentionPlayground>('attention-playground')!;
      for (let i = 0; i < cycles; i++) {
        const playground = document.createElement('attention-playground') as AttentionPlayground;
        const shown = new Promise((resolve) =>
          playground.addEventListener('attention-result', resolve, { once: true }),
        );
        playground.engine = first.engine;
        document.body.prepend(playground);
        if (wait === 'shown') await shown;
        await new Promise(requestAnimationFrame);
        playground.remove();
      }
      await ((await first.engine) as Engine).info();
    },
    [cycles, wait] as const,
  );
}
