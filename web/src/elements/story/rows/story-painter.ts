/** Paints the lanes of a story on their canvases, but only the changed ones. */
import { laneHeight, storyLane, type StoryLane } from '../../../draw/pictures/story-lane';
import { measureOn, partToCanvas } from '../../../draw/scene/to-canvas';
import type { CanvasColors } from '../../styles/theme';
import { kWord } from './story-layout';

interface Painted {
  readonly lane: StoryLane;
  readonly colors: CanvasColors;
  readonly density: number;
}

let measuring: HTMLCanvasElement | undefined;

export class StoryPainter {
  /** The font of words, cached for each theme, because reading it makes the browser compute all styles. */
  #serif: { readonly font: string; readonly colors: CanvasColors } | undefined;
  readonly #painted = new WeakMap<HTMLCanvasElement, Painted>();
  /** How many canvases the last call painted. */
  count = 0;

  /** The width of the longest word in the font of the rows. */
  longest(words: readonly string[], rows: Element, colors: CanvasColors): number {
    measuring ??= document.createElement('canvas');
    if (this.#serif?.colors !== colors)
      this.#serif = { font: getComputedStyle(rows).getPropertyValue('--serif'), colors };
    const serif = this.#serif.font;
    const measure = measureOn(measuring, { sans: serif, serif });
    return Math.max(...words.map((word) => measure(word, { size: kWord, family: 'serif' })));
  }

  paint(lanes: ReadonlyMap<HTMLCanvasElement, StoryLane>, colors: CanvasColors): void {
    this.count = 0;
    const fonts = { sans: colors.font, serif: colors.font };
    for (const [canvas, lane] of lanes) {
      const before = this.#painted.get(canvas);
      const next = { lane, colors, density: devicePixelRatio };
      if (before && isSame(before, next)) continue;
      this.#painted.set(canvas, next);
      canvas.style.width = `${lane.slots * lane.pitch}px`;
      canvas.style.height = `${laneHeight(lane)}px`;
      partToCanvas(storyLane(lane, colors), canvas, devicePixelRatio, fonts);
      this.count++;
    }
  }
}

/** Compares arrays by identity: unchanged lines keep their arrays (kept-lines.ts). */
function isSame(one: Painted, other: Painted): boolean {
  if (one.colors !== other.colors || one.density !== other.density) return false;
  const names = Object.keys(other.lane) as (keyof StoryLane)[];
  return names.every((name) => one.lane[name] === other.lane[name]);
}
