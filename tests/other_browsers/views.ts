/** Reads and operates the lab's views like a visitor. */
import { expect } from 'vitest';
import type { Tab } from './tab.ts';

/** Waits until `read` returns the expected value. */
export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(read).toEqual(expected);
}

/** Waits until the text that `read` returns matches. */
export async function matches(read: () => Promise<string | null>, form: RegExp): Promise<void> {
  await expect.poll(read).toMatch(form);
}

/** The text of an element; null if there is no such element. */
export const textOf = (tab: Tab, ...steps: string[]) =>
  tab.run(
    (find, steps) =>
      find(...steps)
        ?.textContent?.replace(/\s+/g, ' ')
        .trim() ?? null,
    steps,
  );

/**
 * Waits for an element, scrolls it into view, and clicks its center once nothing above moves it any more. If it moves
 * nevertheless and the click hits another element, it clicks again.
 */
export async function click(tab: Tab, ...steps: string[]): Promise<void> {
  await becomes(async () => {
    const point = await restingPoint(tab, steps);
    if (!point) return false;
    await tab.clickAt(...point);
    // Undefined if the click has opened another page.
    return (await tab.run(() => (globalThis as Clicked).isClicked)) !== false;
  }, true);
}

interface Clicked {
  isClicked?: boolean;
}

/** The center of an element that rests inside the viewport; null if there is none. */
const restingPoint = (tab: Tab, steps: string[]) =>
  tab.run(async (find, steps): Promise<[number, number] | null> => {
    const element = find(...steps);
    if (!element) return null;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { x, y, width, height } = element.getBoundingClientRect();
    const middle: [number, number] = [x + width / 2, y + height / 2];
    const rests = x === before.x && y === before.y;
    // Content that loads above an element may push it out of the viewport.
    const isInView = middle[1] > 0 && middle[1] < innerHeight;
    (globalThis as Clicked).isClicked = false;
    element.addEventListener('click', () => ((globalThis as Clicked).isClicked = true), {
      once: true,
    });
    return rests && isInView && width > 0 ? middle : null;
  }, steps);

/** Opens a view's data table and returns its cells; null while there is no table. */
export async function tableOf(tab: Tab, view: string): Promise<string[][] | null> {
  const isOpen = (find: (...steps: string[]) => HTMLElement | null, view: string) =>
    (find(view, 'attention-table', 'details') as HTMLDetailsElement | null)?.open;
  if (!(await tab.run(isOpen, view))) await click(tab, view, 'attention-table', 'summary');
  return tab.run((find, view) => {
    const table = find(view, 'attention-table', 'table') as HTMLTableElement | null;
    const texts = (row: HTMLTableRowElement) =>
      Array.from(row.querySelectorAll('td'), (cell) => cell.textContent!);
    return table && Array.from(table.tBodies[0]!.rows, texts);
  }, view);
}

/** Waits until a view's canvas has more than this many distinct colors: one if nothing is drawn. */
export async function hasColors(tab: Tab, view: string, count: number): Promise<void> {
  await expect.poll(() => colorsOf(tab, view)).toBeGreaterThan(count);
}

const colorsOf = (tab: Tab, view: string) =>
  tab.run((find, view) => {
    const canvas = find(view, 'canvas') as HTMLCanvasElement | null;
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, view);
