/** Saves files with a view's Save menu, and reads and compares the pictures. */
import { readFile } from 'node:fs/promises';
import { expect, type Download, type Locator, type Page } from '@playwright/test';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export const saveButton = (view: Locator) => view.locator('attention-save [popovertarget]');
export const saveItems = (view: Locator) => view.locator('attention-save').getByRole('menuitem');

/** Saves a view in the format with this name in the menu, such as `SVG`. */
export async function saved(view: Locator, format: string): Promise<SavedFile> {
  return (await savedOf([view], format))[0]!;
}

/** Saves several views together, since the browser encodes pictures in idle time. */
export async function savedOf(views: readonly Locator[], format: string): Promise<SavedFile[]> {
  const downloads: Download[] = [];
  const page = views[0]!.page();
  const note = (download: Download) => downloads.push(download);
  page.on('download', note);
  for (const view of views) {
    await saveButton(view).click();
    await saveItems(view).filter({ hasText: format }).click();
  }
  await expect.poll(() => downloads.length).toBe(views.length);
  page.off('download', note);
  for (const view of views) await expect(saveItems(view).first()).toBeHidden();
  return Promise.all(
    downloads.map(async (download) => ({
      name: download.suggestedFilename(),
      bytes: await readFile(await download.path()),
    })),
  );
}

export interface SvgText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly bold: boolean;
}

export interface SvgFile {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly texts: readonly SvgText[];
  /** The number of elements, by tag. */
  readonly tags: Readonly<Record<string, number>>;
  /** The names of all attributes. */
  readonly attributes: readonly string[];
}

/** Reads an SVG with the browser's XML parser. */
export async function readSvg(page: Page, { bytes }: SavedFile): Promise<SvgFile> {
  return page.evaluate((source) => {
    const root = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
    const wrong = root.querySelector('parsererror');
    if (wrong) throw new Error(wrong.textContent ?? 'not well-formed');
    const all = [root, ...root.querySelectorAll('*')];
    const tags: Record<string, number> = {};
    for (const { localName } of all) tags[localName] = (tags[localName] ?? 0) + 1;
    const number = (element: Element, name: string) => Number(element.getAttribute(name));
    return {
      width: number(root, 'width'),
      height: number(root, 'height'),
      title: root.querySelector('title')!.textContent ?? '',
      description: root.querySelector('desc')!.textContent ?? '',
      texts: Array.from(root.querySelectorAll('text'), (text) => ({
        text: text.textContent ?? '',
        x: number(text, 'x'),
        y: number(text, 'y'),
        bold: text.hasAttribute('font-weight'),
      })),
      tags,
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
    };
  }, bytes.toString('utf8'));
}

export interface Comparison {
  /** The size of the PNG in pixels. */
  readonly width: number;
  readonly height: number;
  /** The fraction of non-background pixels in which SVG and PNG differ visibly. */
  readonly different: number;
  /** The fraction of pixels that are not background. */
  readonly drawn: number;
}

/** Compares the SVG, rendered by the browser at twice its size, with the PNG. */
export async function compared(page: Page, svg: SavedFile, png: SavedFile): Promise<Comparison> {
  const addresses = [
    `data:image/svg+xml;base64,${svg.bytes.toString('base64')}`,
    `data:image/png;base64,${png.bytes.toString('base64')}`,
  ];
  return page.evaluate(async ([vector, raster]) => {
    const load = async (address: string) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image;
    };
    const [shown, painted] = [await load(vector!), await load(raster!)];
    const { naturalWidth: width, naturalHeight: height } = painted;
    const pixelsOf = (image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data;
    };
    const [a, b] = [pixelsOf(shown), pixelsOf(painted)];
    const [kPaper, kVisible] = [24, 64];
    // The background is the color at the corner. The red channel suffices to find drawn pixels.
    const [paperA, paperB] = [a[0]!, b[0]!];
    let different = 0;
    let drawn = 0;
    for (let i = 0; i < a.length; i += 4) {
      if (Math.abs(a[i]! - paperA) > kPaper || Math.abs(b[i]! - paperB) > kPaper) drawn++;
      const off = Math.abs(a[i]! - b[i]!) + Math.abs(a[i + 1]! - b[i + 1]!);
      if (off + Math.abs(a[i + 2]! - b[i + 2]!) > kVisible) different++;
    }
    return { width, height, different: different / drawn, drawn: (4 * drawn) / a.length };
  }, addresses);
}
