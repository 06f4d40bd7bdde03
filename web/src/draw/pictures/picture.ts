/** All kinds of exported pictures, and their scenes. */
import { arithmeticScene, type ArithmeticPicture } from './arithmetic';
import { barsScene, type BarsPicture } from './bars';
import { formulaScene, type FormulaPicture } from './formula';
import { headsScene, type HeadsPicture } from './heads';
import { heatmapScene, type HeatmapPicture } from './heatmap-figure';
import type { Scene } from '../scene/scene';
import type { Sheet } from '../scene/sheet';
import { tokensScene, type TokensPicture } from './tokens';
import { vectorScene, type VectorPicture } from './vector';

interface Pictures {
  arithmetic: ArithmeticPicture;
  bars: BarsPicture;
  formula: FormulaPicture;
  heads: HeadsPicture;
  heatmap: HeatmapPicture;
  tokens: TokensPicture;
  vector: VectorPicture;
}

export type Picture = { [K in keyof Pictures]: { readonly kind: K } & Pictures[K] }[keyof Pictures];

export function sceneOf(picture: Picture, sheet: Sheet): Scene {
  switch (picture.kind) {
    case 'arithmetic':
      return arithmeticScene(picture, sheet);
    case 'bars':
      return barsScene(picture, sheet);
    case 'formula':
      return formulaScene(picture, sheet);
    case 'heads':
      return headsScene(picture, sheet);
    case 'heatmap':
      return heatmapScene(picture, sheet);
    case 'tokens':
      return tokensScene(picture, sheet);
    case 'vector':
      return vectorScene(picture, sheet);
  }
}
