/** Measures how colorful a part of a page is on the screen. */
import type { Locator } from '@playwright/test';

/** The share of pixels whose red, green and blue differ by more than 30, which no gray of the page does. */
export async function colorfulOnScreen(part: Locator): Promise<number> {
  const png = (await part.screenshot()).toString('base64');
  return part.page().evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const channels = data.subarray(i, i + 3);
      if (Math.max(...channels) - Math.min(...channels) > 30) count++;
    }
    return (4 * count) / data.length;
  }, png);
}
