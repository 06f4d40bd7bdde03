/** Paints a scene on a canvas, at any density. */
import type { Scene, Shape, TextShape, TextStyle, Fonts, Measure } from './scene';
import { kHalo } from './scene-to-svg';

type Context = CanvasRenderingContext2D;

export function sceneToCanvas(scene: Scene, canvas: HTMLCanvasElement, density: number): void {
  canvas.width = Math.round(scene.width * density);
  canvas.height = Math.round(scene.height * density);
  const context = canvas.getContext('2d')!;
  context.scale(density, density);
  context.fillStyle = scene.paper;
  context.fillRect(0, 0, scene.width, scene.height);
  // A text's first and last letter do not say at which end it begins.
  context.direction = 'ltr';
  for (const shape of scene.shapes) {
    context.save();
    if (shape.kind === 'text') write(context, shape, scene.fonts);
    else draw(context, shape);
    context.restore();
  }
}

/** As the canvas will write them. */
export function measureOn(canvas: HTMLCanvasElement, fonts: Fonts): Measure {
  const context = canvas.getContext('2d')!;
  return (text, style) => {
    context.font = fontOf(style, fonts);
    return context.measureText(text).width;
  };
}

function draw(context: Context, shape: Exclude<Shape, TextShape>): void {
  context.translate(shape.x, shape.y);
  const path = new Path2D(shape.kind === 'path' ? shape.d : undefined);
  if (shape.kind === 'rect') path.roundRect(0, 0, shape.width, shape.height, shape.radius ?? 0);
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill(path);
  }
  if (shape.stroke) {
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.lineWidth ?? 1;
    context.stroke(path);
  }
}

const aligns = { start: 'left', middle: 'center', end: 'right' } as const;

function write(context: Context, shape: TextShape, fonts: Fonts): void {
  context.translate(shape.x, shape.y);
  if (shape.angle) context.rotate((shape.angle * Math.PI) / 180);
  context.font = fontOf(shape, fonts);
  context.textAlign = aligns[shape.anchor ?? 'start'];
  if (shape.halo) {
    context.strokeStyle = shape.halo;
    context.lineWidth = kHalo;
    context.lineJoin = 'round';
    context.strokeText(shape.text, 0, 0);
  }
  context.fillStyle = shape.fill;
  context.fillText(shape.text, 0, 0);
}

function fontOf({ size, bold, italic, family = 'sans' }: TextStyle, fonts: Fonts): string {
  return `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${size}px ${fonts[family]}`;
}
