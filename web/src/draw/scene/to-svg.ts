/** Writes a scene as a self-contained SVG file: shapes and text, without scripts or styles. */
import { rasterToPaths } from './raster-to-paths';
import {
  kHalo,
  shortNumber,
  type PathShape,
  type RectShape,
  type Scene,
  type Shape,
  type TextShape,
} from './scene';

export function sceneToSvg(scene: Scene): string {
  const { width, height, title, description, paper, fonts, shapes } = scene;
  const root = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    width: shortNumber(width),
    height: shortNumber(height),
    viewBox: `0 0 ${shortNumber(width)} ${shortNumber(height)}`,
    role: 'img',
    direction: 'ltr',
    'font-family': fonts.sans,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${root}>`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    `<rect${attributes({ width: shortNumber(width), height: shortNumber(height), fill: paper })}/>`,
    ...shapes.flatMap((shape) => elementsOf(shape, scene)),
    '</svg>\n',
  ].join('\n');
}

function elementsOf(shape: Shape, scene: Scene): string | string[] {
  if (shape.kind === 'raster') return rasterToPaths(shape).map(path);
  if (shape.kind === 'rect') return rect(shape);
  return shape.kind === 'path' ? path(shape) : text(shape, scene);
}

function rect({ x, y, width, height, radius, ...paint }: RectShape): string {
  const place = {
    x: shortNumber(x),
    y: shortNumber(y),
    width: shortNumber(width),
    height: shortNumber(height),
  };
  return `<rect${attributes({ ...place, rx: radius, ...painted(paint) })}/>`;
}

function path({ x, y, d, crisp, ...paint }: PathShape): string {
  const transform =
    x === 0 && y === 0 ? undefined : `translate(${shortNumber(x)} ${shortNumber(y)})`;
  const rendering = crisp ? 'crispEdges' : undefined;
  return `<path${attributes({ transform, d, ...painted(paint), 'shape-rendering': rendering })}/>`;
}

function text(shape: TextShape, { fonts }: Scene): string {
  const { x, y, size, fill, anchor = 'start', bold, italic, family = 'sans', angle, halo } = shape;
  const style = attributes({
    x: shortNumber(x),
    y: shortNumber(y),
    'font-size': size,
    fill,
    'text-anchor': anchor === 'start' ? undefined : anchor,
    'font-weight': bold ? 600 : undefined,
    'font-style': italic ? 'italic' : undefined,
    'font-family': family === 'sans' ? undefined : fonts[family],
    transform: angle ? `rotate(${angle} ${shortNumber(x)} ${shortNumber(y)})` : undefined,
    ...(halo && {
      stroke: halo,
      'stroke-width': kHalo,
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
    }),
  });
  return `<text${style}>${escaped(shape.text)}</text>`;
}

function painted({ fill, stroke, lineWidth }: Pick<PathShape, 'fill' | 'stroke' | 'lineWidth'>) {
  return { fill: fill ?? 'none', stroke, 'stroke-width': stroke && lineWidth };
}

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent control characters or lone surrogates: they become U+FFFD. */
function escaped(value: string): string {
  return value
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character]!);
}
