/** Gives an element an engine, and a new one for each retry. */
import type { Engine } from '../../engine/client/engine';

export function giveEngine(
  element: HTMLElement & { engine: unknown },
  create: () => Promise<Engine>,
): void {
  let engine = create();
  element.engine = engine;
  element.addEventListener('attention-retry', () => {
    engine.then((old) => old.close()).catch(() => {});
    element.engine = engine = create();
  });
}
