/** Scales canvas text like the text beside it, which is larger while presenting. */
import { kText, type Fonts, type Shape } from '../../draw/scene/scene';
import { paintShapes } from '../../draw/scene/to-canvas';

/** How much larger a canvas's text is than usual. */
export const textScale = (canvas: HTMLCanvasElement) =>
  parseFloat(getComputedStyle(canvas).fontSize) / kText;

/** Paints shapes over a chart, larger by `scale`. */
export function paintScaled(
  context: CanvasRenderingContext2D,
  shapes: readonly Shape[],
  fonts: Fonts,
  scale: number,
): void {
  context.save();
  context.scale(scale, scale);
  paintShapes(context, shapes, fonts);
  context.restore();
}
