/** An image as patches: each is shaded by its weight, with the strokes of the image over the shade. */
import { kPatchesAcross, kPlaces, kSide, placeOfPixel } from '../../geometry/digit-image';
import { contrastingInk, cssColor, luminance, mixRgb, type Rgb } from '../color';
import { colorAt, colorIndex, colorTable } from '../color-scales';
import { formatPercent } from '../format';
import type { Raster } from '../matrix/raster';
import { placeSideBySide, colorBar, flow, label } from '../scene/parts';
import { kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface PatchesPicture extends Heading {
  /** `[28, 28]`, from 0, the background, to 255. */
  readonly image: ArrayLike<number>;
  /** The query place. */
  readonly chosen: number;
  /** The text in the class token's tile. */
  readonly classToken: string;
  readonly layers: readonly PatchesLayer[];
}

export interface PatchesLayer {
  readonly title: string;
  readonly ink: number;
  /** The weight of each place. */
  readonly row: Float32Array;
}

/** Strokes are slightly transparent. */
const kStroke = 0.88;
/**
 * If a shade is lighter than this, strokes over it are black; otherwise white. In the dark theme, where strokes are
 * usually white, the limit is higher.
 */
const kBlackFrom = { light: 0.18, dark: 0.25 };

/** The shade of a weight from 0 to 1: pencil for an untrained model, ink for a trained one. */
export function shadeOf(weight: number, ink: number, dark: boolean): Rgb {
  const [pencil, inked] = (['pencil', 'ink'] as const).map((scale) =>
    colorAt(colorTable(scale, dark), colorIndex(scale, weight, 1)),
  );
  return mixRgb(pencil!, inked!, ink);
}

/** `row`: the weights of the class token and of each patch. */
export function patchesRaster(
  image: ArrayLike<number>,
  row: Float32Array,
  ink: number,
  dark: boolean,
): Raster {
  const shades = Array.from({ length: kPlaces }, (_, place) => shadeOf(row[place] ?? 0, ink, dark));
  const blackFrom = kBlackFrom[dark ? 'dark' : 'light'];
  const strokes = shades.map((shade): Rgb =>
    luminance(shade) > blackFrom ? [0, 0, 0] : [255, 255, 255],
  );
  const pixels = new Uint8ClampedArray(kSide * kSide * 4);
  for (let pixel = 0; pixel < kSide * kSide; pixel++) {
    const place = placeOfPixel(pixel);
    const share = (kStroke * (image[pixel] ?? 0)) / 255;
    pixels.set([...mixRgb(shades[place]!, strokes[place]!, share), 255], pixel * 4);
  }
  return { rows: kSide, columns: kSide, pixels };
}

const kWidth = 224;
const kCell = kWidth / kPatchesAcross;
const kToken = 28;
const kTitle = 22;
const kGap = 6;

export function patchesParts(picture: PatchesPicture, sheet: Sheet): Part[] {
  const { dark } = sheet.colors;
  const panels = picture.layers.map((layer) => panelOf(picture, layer, sheet));
  const scales = [
    ...(picture.layers.some(({ ink }) => ink < 1) ? (['pencil'] as const) : []),
    ...(picture.layers.some(({ ink }) => ink > 0) ? (['ink'] as const) : []),
  ];
  const legend = placeSideBySide(
    6,
    label(sheet, '0'),
    ...scales.map((scale) => colorBar(scale, dark)),
    label(sheet, formatPercent(100, 0)),
  );
  return [flow(panels, 3 * kWidth, 28, 20), legend];
}

function panelOf(picture: PatchesPicture, layer: PatchesLayer, { colors }: Sheet): Part {
  const { image, chosen, classToken } = picture;
  const { title, row, ink } = layer;
  const token = shadeOf(row[0] ?? 0, ink, colors.dark);
  const top = kTitle + kToken + kGap;
  const frame = (place: number) =>
    place === 0
      ? { x: 0, y: kTitle, width: kWidth, height: kToken }
      : {
          x: ((place - 1) % kPatchesAcross) * kCell,
          y: top + Math.floor((place - 1) / kPatchesAcross) * kCell,
          width: kCell,
          height: kCell,
        };
  const raster = patchesRaster(image, row, ink, colors.dark);
  const shapes: Shape[] = [
    textAt(0, 14, title, { size: kText, italic: true, family: 'serif', fill: colors.muted }),
    { kind: 'rect', ...frame(0), fill: cssColor(token) },
    textAt(8, kTitle + 18, classToken, { size: kText, fill: contrastingInk(token) }),
    { kind: 'raster', x: 0, y: top, width: kWidth, height: kWidth, raster },
    ...Array.from({ length: kPlaces }, (_, place): Shape => {
      return { kind: 'rect', ...frame(place), stroke: colors.line, lineWidth: 1 };
    }),
    { kind: 'rect', ...frame(chosen), stroke: colors.query, lineWidth: 3 },
  ];
  return { width: kWidth, height: top + kWidth + 2, shapes };
}
