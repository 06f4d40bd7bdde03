/** The sheet of the test pictures. Its font is monospaced. */
import type { Measure, Scene, Shape } from '../../../web/src/draw/scene/scene';
import type { Sheet } from '../../../web/src/draw/scene/sheet';

/** Letters are half as wide as high, slightly wider in bold. */
export const measure: Measure = (text, { size, bold }) =>
  Array.from(text).length * size * (bold ? 0.55 : 0.5);

export const sheet: Sheet = {
  colors: {
    ink: '#111111',
    muted: '#666666',
    line: '#dddddd',
    paper: '#ffffff',
    query: '#b83a06',
    accent: '#1f62a5',
    arc: '#1b4a66',
    pencil: '#8a8478',
    dark: false,
  },
  fonts: { sans: 'sans-serif', serif: 'serif' },
  measure,
  words: {
    masked: 'masked',
    followed: 'query:',
    sum: 'sum',
    andMore: ' and more',
    range: (min, max) => `min ${min}, max ${max}`,
  },
  caption: ['“The sentence”', 'head 1 of 2'],
};

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

export function shapes<K extends Shape['kind']>(scene: Scene, kind: K): Of<K>[] {
  return scene.shapes.filter((shape): shape is Of<K> => shape.kind === kind);
}

export const texts = (scene: Scene) => shapes(scene, 'text').map(({ text }) => text);

/** Parses `−1.25`, with a true minus sign, or `12.5%`. NaN for other text. */
export const numberOf = (text: string) =>
  text === '' ? NaN : Number(text.replace('−', '-').replace('%', ''));

/** Shapes that exceed the bounds of their scene. */
export function outside({ width, height, shapes: all }: Scene): Shape[] {
  return all.filter((shape) => {
    const [left, right] = edges(shape);
    return left < 0 || right > width || shape.y < 0 || shape.y > height;
  });
}

function edges(shape: Shape): [number, number] {
  if (shape.kind === 'path') return [shape.x, shape.x];
  if (shape.kind !== 'text') return [shape.x, shape.x + shape.width];
  const cosine = Math.cos(((shape.angle ?? 0) * Math.PI) / 180);
  const wide = measure(shape.text, shape) * cosine;
  const before = { start: 0, middle: 0.5, end: 1 }[shape.anchor ?? 'start'];
  return [shape.x - before * wide, shape.x + (1 - before) * wide];
}
