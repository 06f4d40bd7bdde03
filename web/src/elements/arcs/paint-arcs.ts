/** Paints the arcs of `<attention-arcs>` on its canvas. */
import {
  arcShapes,
  bridgeShapes,
  kArcRoom,
  layerColor,
  type ArcFrame,
  type BridgeFrame,
} from '../../draw/pictures/arcs';
import type { PathShape } from '../../draw/scene/scene';
import { partToCanvas } from '../../draw/scene/to-canvas';
import type { ArcLayer } from '../weights/arc-layer';
import type { CanvasColors } from '../styles/theme';
import type { StripPart } from './long-sentence';
import type { SentenceLayout } from './sentence-layout';

interface ShownArcs {
  readonly layers: readonly ArcLayer[];
  /** One row per layer: the weights of one word. */
  readonly rows: readonly Float32Array[];
  readonly word: number;
  readonly seenBy: boolean;
  readonly upright: boolean;
  /** The number of words in the upper sentence; 0 if there is only one. */
  readonly before: number;
  /** The drawing below the arcs of a layer. */
  readonly below?: ((layer: number, frame: ArcFrame | BridgeFrame) => PathShape[]) | undefined;
}

/** `part`: the part of the sentence that the canvas covers. */
export function paintArcs(
  canvas: HTMLCanvasElement,
  { layers, rows, word, seenBy, upright, before, below }: ShownArcs,
  { middles, bases, width, height }: SentenceLayout,
  part: StripPart,
  colors: CanvasColors,
): void {
  const one = { word, seenBy };
  const shapes = rows.flatMap((row, i) => {
    const color = layerColor(layers[i]!, colors);
    if (before > 0) {
      const frame = { middles, bases, before };
      const arcs = bridgeShapes(row, one, frame, color, colors.paper);
      return [...(below?.(i, frame) ?? []), ...arcs];
    }
    const side = i === 0 ? (-1 as const) : (1 as const);
    const base = bases[i]!;
    const room = upright ? Math.min(kArcRoom, (i === 0 ? base : width - base) - 20) : kArcRoom;
    const frame = { middles, base, side, room, upright };
    return [...(below?.(i, frame) ?? []), ...arcShapes(row, one, frame, color, colors.paper)];
  });
  Object.assign(canvas.style, {
    translate: `${part.from}px`,
    width: `${part.width}px`,
    height: `${height}px`,
  });
  const fonts = { sans: colors.font, serif: colors.font };
  const shifted = shapes.map((shape) => ({ ...shape, x: -part.from }));
  partToCanvas({ width: part.width, height, shapes: shifted }, canvas, devicePixelRatio, fonts);
}
