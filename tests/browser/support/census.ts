/** Counts what is alive in a page after garbage collection: elements, canvases, observers, listeners, memory. */
import type { CDPSession, Page } from '@playwright/test';
import type { Engine } from '../../../web/src/engine/client/engine.ts';
import type { AttentionPlayground } from '../../../web/src/elements/playground/attention-playground.ts';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';

/** The element that owns the page's engine. */
type Host = 'attention-playground' | 'attention-model' | 'attention-trained' | 'attention-training';

export interface Census {
  hosts: number;
  /** Counts detached canvases only: the collector may or may not keep wrappers of attached ones. */
  canvases: number;
  resizeObservers: number;
  listeners: number;
  nodes: number;
  workers: number;
  /** Models and memory in use of the page's engine, which all playgrounds share. */
  models: number;
  usedBytes: number;
}

/** Sizes of memory, which are never exactly equal twice. */
export interface Heaps {
  /** Bytes in use on the page's thread. */
  javaScript: number;
  /** The engine's whole memory, which can only grow. */
  wasm: number;
}

/** Counts until two counts in a row agree: no event says that all cleanup has run. */
export async function takeCensus(page: Page, host: Host = 'attention-playground'): Promise<Census> {
  let census = await countOnce(page, host);
  for (let tries = 0; tries < 10; tries++) {
    const before = JSON.stringify(census);
    census = await countOnce(page, host);
    if (JSON.stringify(census) === before) break;
  }
  return census;
}

async function countOnce(page: Page, host: Host): Promise<Census> {
  const { cdp, metric } = await collected(page);
  const census = {
    hosts: await instancesOf(cdp, `customElements.get('${host}')`),
    canvases: await instancesOf(cdp, 'HTMLCanvasElement', 'isConnected'),
    resizeObservers: await instancesOf(cdp, 'ResizeObserver'),
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    workers: page.workers().length,
    ...(await heldByEngine(page, host)),
  };
  await cdp.detach();
  return census;
}

export async function takeHeaps(page: Page, host: Host): Promise<Heaps> {
  const { cdp, metric } = await collected(page);
  await cdp.detach();
  return { javaScript: metric('JSHeapUsedSize'), wasm: (await infoOf(page, host)).heap_bytes };
}

/** The metrics of the page after garbage collection. */
async function collected(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (let i = 0; i < 2; i++) {
    // For tasks that release something, such as the callbacks after a collection. Nothing tells that they have run.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await cdp.send('HeapProfiler.collectGarbage');
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { cdp, metric };
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

async function heldByEngine(page: Page, host: Host): Promise<Pick<Census, 'models' | 'usedBytes'>> {
  const { models, used_bytes } = await infoOf(page, host);
  return { models, usedBytes: used_bytes };
}

/** What the page's engine holds. */
export function infoOf(page: Page, host: Host) {
  return page.evaluate(async (host) => {
    const { engine } = document.querySelector<
      AttentionPlayground | AttentionModel | AttentionTrained | AttentionTraining
    >(host)!;
    return ((await engine) as Engine).info();
  }, host);
}

/** Attaches visible playgrounds one by one, and detaches each after its first numbers or immediately. */
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
