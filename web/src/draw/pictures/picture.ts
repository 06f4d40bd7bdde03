/** All kinds of exported pictures, and their scenes. */
import { arcsParts, type ArcsPicture } from './arcs-picture';
import { arithmeticParts, type ArithmeticPicture } from './arithmetic';
import { barsParts, type BarsPicture } from './bars';
import { curvesParts, type CurvesPicture } from './curves';
import { effectsParts, type EffectsPicture } from './effects';
import { formulaParts, type FormulaPicture } from './formula';
import { headsParts, type HeadsPicture } from './heads';
import { heatmapParts, type HeatmapPicture } from './heatmap-picture';
import type { Part, Scene } from '../scene/scene';
import { pathsParts, type PathsPicture } from './paths';
import { planeParts, type PlanePicture } from './plane';
import { patchesParts, type PatchesPicture } from './patches';
import { frameParts, type Sheet } from '../scene/sheet';
import { stripsParts, type StripsPicture } from './strips';
import { tokensParts, type TokensPicture } from './tokens';
import { vectorParts, type VectorPicture } from './vector';

interface Pictures {
  arcs: ArcsPicture;
  arithmetic: ArithmeticPicture;
  bars: BarsPicture;
  curves: CurvesPicture;
  effects: EffectsPicture;
  formula: FormulaPicture;
  heads: HeadsPicture;
  heatmap: HeatmapPicture;
  patches: PatchesPicture;
  paths: PathsPicture;
  plane: PlanePicture;
  strips: StripsPicture;
  tokens: TokensPicture;
  vector: VectorPicture;
}

export type Picture = { [K in keyof Pictures]: { readonly kind: K } & Pictures[K] }[keyof Pictures];

const parts: { [K in keyof Pictures]: (picture: Pictures[K], sheet: Sheet) => Part[] } = {
  arcs: arcsParts,
  arithmetic: arithmeticParts,
  bars: barsParts,
  curves: curvesParts,
  effects: effectsParts,
  formula: formulaParts,
  heads: headsParts,
  heatmap: heatmapParts,
  patches: patchesParts,
  paths: pathsParts,
  plane: planeParts,
  strips: stripsParts,
  tokens: tokensParts,
  vector: vectorParts,
};

export function sceneOf(picture: Picture, sheet: Sheet): Scene {
  const partsOf = parts[picture.kind] as (picture: Picture, sheet: Sheet) => Part[];
  return frameParts(sheet, picture, partsOf(picture, sheet));
}
