/** Paints scenes and parts on a canvas, at any pixel density. */
import type { Raster } from '../matrix/raster';
import {
  kHalo,
  type Fonts,
  type Measure,
  type Part,
  type PathShape,
  type RasterShape,
  type RectShape,
  type Scene,
  type Shape,
  type TextShape,
  type TextStyle,
} from './scene';

type Context = CanvasRenderingContext2D;

export function sceneToCanvas(scene: Scene, canvas: HTMLCanvasElement, density: number): void {
  const context = sized(canvas, scene, density);
  context.fillStyle = scene.paper;
  context.fillRect(0, 0, scene.width, scene.height);
  paintShapes(context, scene.shapes, scene.fonts);
}

/** Paints on a transparent background. */
export function partToCanvas(
  part: Part,
  canvas: HTMLCanvasElement,
  density: number,
  fonts: Fonts,
): void {
  const context = sized(canvas, part, density);
  context.clearRect(0, 0, part.width, part.height);
  paintShapes(context, part.shapes, fonts);
}

export function paintShapes(context: Context, shapes: readonly Shape[], fonts: Fonts): void {
  context.save();
  // Override the page's direction, which the canvas inherits.
  context.direction = 'ltr';
  context.textBaseline = 'alphabetic';
  for (const shape of shapes)
    if (shape.kind === 'text') write(context, shape, fonts);
    else if (shape.kind === 'raster') paintRaster(context, shape);
    else draw(context, shape);
  context.restore();
}

/** Resizes the canvas to one pixel per cell and paints the raster. */
export function rasterToCanvas({ rows, columns, pixels }: Raster, canvas: HTMLCanvasElement): void {
  const context = resized(canvas, columns, rows);
  context.putImageData(new ImageData(pixels, columns, rows), 0, 0);
}

/** Measures text with the fonts that the canvas paints with. */
export function measureOn(canvas: HTMLCanvasElement, fonts: Fonts): Measure {
  const context = canvas.getContext('2d')!;
  return (text, style) => {
    context.font = fontOf(style, fonts);
    return context.measureText(text).width;
  };
}

function sized(canvas: HTMLCanvasElement, { width, height }: Size, density: number): Context {
  const context = resized(canvas, Math.round(width * density), Math.round(height * density));
  context.setTransform(density, 0, 0, density, 0, 0);
  return context;
}

/** Setting a canvas's size is slow and clears it, so set it only on a change. */
function resized(canvas: HTMLCanvasElement, width: number, height: number): Context {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext('2d')!;
}

type Size = Pick<Part, 'width' | 'height'>;

/** Shows the cells of one raster after the other: a new canvas takes longer than painting it. */
let cells: HTMLCanvasElement | undefined;

function paintRaster(context: Context, { x, y, width, height, raster }: RasterShape): void {
  cells ??= document.createElement('canvas');
  rasterToCanvas(raster, cells);
  // Smooth only if several cells share a pixel; larger cells keep sharp edges.
  context.imageSmoothingEnabled = Math.min(width / raster.columns, height / raster.rows) < 1;
  context.drawImage(cells, x, y, width, height);
}

function draw(context: Context, shape: RectShape | PathShape): void {
  const { x, y, fill, stroke } = shape;
  const path = new Path2D(shape.kind === 'path' ? shape.d : undefined);
  if (shape.kind === 'rect') path.roundRect(0, 0, shape.width, shape.height, shape.radius ?? 0);
  context.translate(x, y);
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = shape.lineWidth ?? 1;
    context.lineJoin = 'miter';
    context.stroke(path);
  }
  context.translate(-x, -y);
}

const aligns = { start: 'left', middle: 'center', end: 'right' } as const;

function write(context: Context, shape: TextShape, fonts: Fonts): void {
  const { angle, x, y, text, fill, halo } = shape;
  if (angle) {
    context.save();
    context.translate(x, y);
    context.rotate((angle * Math.PI) / 180);
    context.translate(-x, -y);
  }
  context.font = fontOf(shape, fonts);
  context.textAlign = aligns[shape.anchor ?? 'start'];
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = kHalo;
    context.lineJoin = 'round';
    context.strokeText(text, x, y);
  }
  context.fillStyle = fill;
  context.fillText(text, x, y);
  if (angle) context.restore();
}

function fontOf({ size, bold, italic, family = 'sans' }: TextStyle, fonts: Fonts): string {
  return `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${size}px ${fonts[family]}`;
}
