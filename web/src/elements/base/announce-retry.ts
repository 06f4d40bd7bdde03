import { sender } from './sender';

const send = sender<{ 'attention-retry': null }>({ bubbles: true });

/**
 * Dispatches `attention-retry`, at which the page may set another engine. Returns true if it did not: then the element
 * itself must try again.
 */
export function announceRetry(element: HTMLElement & { readonly engine: unknown }): boolean {
  const { engine } = element;
  send(element, 'attention-retry', null);
  return element.engine === engine;
}
