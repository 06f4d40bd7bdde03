/** Arcs on a phone whose text is larger than usual: nothing is printed on top of anything else, and no word is cut. */
import { expect, test } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { addArcs, arcs, figures } from './arcs-page.ts';

/** What overlaps or is cut: titles, words and figures by their boxes, arcs by their pixels. */
function faultsOf(view: AttentionArcs): string[] {
  const root = view.renderRoot as ShadowRoot;
  const boxOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { text: element.textContent.trim(), box: range.getBoundingClientRect() };
  };
  const find = (selector: string) => [...root.querySelectorAll(selector)];
  const shown = find('.layer, .text, .figure').map(boxOf);
  const faults: string[] = [];
  for (const [i, a] of shown.entries())
    for (const b of shown.slice(0, i))
      if (
        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
        // Lines touch: letters overlap only if the boxes share more than that.
        Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4
      )
        faults.push(`"${a.text}" on "${b.text}"`);
  for (const word of find('.text'))
    if (word.scrollWidth > word.clientWidth) faults.push(`"${word.textContent}" is cut`);

  const canvas = root.querySelector('canvas')!;
  const on = canvas.getBoundingClientRect();
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const isPainted = (x: number, y: number) => data[4 * (y * canvas.width + x) + 3]! >= 64;
  for (const { text, box } of find('.figure').map(boxOf)) {
    let painted = 0;
    for (let y = Math.floor(box.top - on.top); y < box.bottom - on.top; y++)
      for (let x = Math.floor(box.left - on.left); x < box.right - on.left; x++)
        painted += Number(isPainted(x, y));
    if (painted > 0) faults.push(`${painted} pixels of an arc on "${text}"`);
  }
  // Each side has an arc over its whole height, so some row of pixels has one away from either edge.
  const widest = { left: 0, right: 0 };
  for (let y = 0; y < canvas.height; y++) {
    const row = { left: 0, right: 0 };
    for (let x = 1; x < canvas.width - 1; x++)
      if (isPainted(x, y)) row[x < canvas.width / 2 ? 'left' : 'right']++;
    for (const side of ['left', 'right'] as const) widest[side] = Math.max(widest[side], row[side]);
  }
  for (const side of ['left', 'right'] as const)
    if (widest[side] < 3) faults.push(`no arc on the ${side}`);
  return faults;
}

const tokens = ['the', 'animal', 'did', 'not', 'because', 'it', 'tired'];

for (const name of [undefined, 'previous word'])
  test(`with ${name ? 'named heads and ' : ''}larger text on a phone, titles, words, figures and arcs are apart`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 800 });
    await addArcs(page, { tokens, chosen: 5 });
    await arcs(page).evaluate((view: AttentionArcs, name) => {
      const row = [0, 1, 0, 0, 0, 0, 0];
      const weights = Float32Array.from(view.tokens.flatMap(() => row));
      const titles = ['Schicht 1, Kopf 3', 'Schicht 2, Kopf 1'];
      view.layers = titles.map((title) => ({ title, weights, ink: 1, name }));
    }, name);
    await expect(figures(page, 0).nth(1)).toHaveText('100%');
    for (const size of [100, 150, 200])
      for (const width of [320, 360, 412])
        await test.step(`${width} px, ${size}%`, async () => {
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = `${size}%`;
          }, size);
          await page.setViewportSize({ width, height: 800 });
          // The words are measured again after the observers have seen the new sizes.
          await expect.poll(() => arcs(page).evaluate(faultsOf)).toEqual([]);
        });
  });
