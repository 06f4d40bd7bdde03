/** Builds a heatmap's matrix, labels, colors and mask from a lab result or a tensor property. */
import { isDiverging, type ColorScale } from '../../draw/color-scales';
import { dimensionNames } from '../../draw/format';
import { kMinLabeledCell } from '../../draw/pictures/heatmap-layout';
import type { Coloring } from '../../draw/matrix/raster';
import { reachOfWeights } from '../../draw/matrix/reach';
import { isMatrixName } from '../../settings/playground';
import { matrixOf, rangeOf, type MatrixView, type Tensor } from '../../tensors/tensor';
import '../../words/add-lab';
import type { Words } from '../../words/words';
import { placedNamesOf, type Field, type LabResult } from '../lab/lab-context';
import { shownField, shownMatrix } from '../lab/shown-field';
import { isUntrained, scaleOf } from '../lab/untrained';
import { equalLists } from '../base/equal-lists';

/** The width of a dimension. */
const kSmallestColumn = 8;
/** The height of a row where a row is one number. */
const kListRow = 24;

export interface HeatmapModel {
  readonly title: string;
  readonly subtitle: string;
  readonly field: Field | null;
  readonly matrix: MatrixView;
  /** The same without the visitor's changes. */
  readonly before?: MatrixView | undefined;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly rowsAreQueries: boolean;
  readonly columnsAreKeys: boolean;
  readonly coloring: Coloring;
  readonly min: number;
  readonly max: number;
  readonly largestCell: number;
  /** A matrix of many columns scrolls, so that they can be seen and pointed at. */
  readonly smallestCell: number;
  readonly largestHeight: number;
  /** The inputs of this model, compared to decide whether to rebuild it. */
  readonly inputs: readonly unknown[];
}

/** Null where a file has only weights. Throws a `Refusal` if `field`, which may come from an attribute, is unknown. */
export function modelOf(
  before: HeatmapModel | null,
  result: LabResult,
  field: Field,
  words: Words,
): HeatmapModel | null {
  const shown = shownField(result, field, words);
  if (!shown) return null;
  const { source, mask } = shown;
  const { head } = result.state;
  const isGrid = isMatrixName(field);
  const inputs = [source, mask, result.tokens, result.keys, head, field, words];
  if (before && equalLists(before.inputs, inputs)) return before;
  const { tokens, keys } = placedNamesOf(undefined, result);
  const rowsAreQueries = keys === tokens || (field !== 'k' && field !== 'v');
  const matrix = shownMatrix(source, field, head);
  const masks = mask && shownMatrix(mask, field, head);
  // Weights of a file may be below 0.
  const isSigned = field !== 'weights' || (!masks && rangeOf(matrix.data).min < 0);
  const headsText =
    head !== null
      ? words.lab.head(head + 1)
      : isGrid
        ? words.heatmap.meanOfHeads
        : words.heatmap.allHeads;
  return withColoring({
    title: result.trace.q ? words.heatmap.titles[field] : words.fileWeights.title,
    subtitle: isGrid
      ? words.heatmap.grid(headsText)
      : words.heatmap.size(headsText, matrix.rows, matrix.columns),
    field,
    matrix,
    masks,
    rowLabels: rowsAreQueries ? tokens : keys,
    columnLabels: isGrid ? keys : dimensionNames(matrix.columns),
    rowsAreQueries,
    columnsAreKeys: isGrid,
    scale: scaleOf(isUntrained(result), isSigned ? 'diverging' : 'sequential'),
    largestCell: isGrid ? 84 : 96,
    smallestCell: isGrid ? smallestOf(matrix) : kSmallestColumn,
    largestHeight: isGrid ? 640 : 480,
    inputs,
  });
}

/**
 *   scale  without it the numbers of the tensor decide, in gray for an untrained model
 *   was    the tensor without the visitor's changes
 */
export function modelOfTensor(
  before: HeatmapModel | null,
  tensor: Tensor,
  labels: { rowLabels: readonly string[]; columnLabels: readonly string[] },
  scale?: ColorScale,
  {
    untrained = false,
    tensorBefore,
  }: { untrained?: boolean; tensorBefore?: Tensor | undefined } = {},
): HeatmapModel {
  const inputs = [tensor, labels.rowLabels, labels.columnLabels, scale, untrained, tensorBefore];
  if (before && equalLists(before.inputs, inputs)) return before;
  const matrix = matrixOf(tensor);
  return withColoring({
    title: tensor.axes.join(' × '),
    subtitle: `${matrix.rows} × ${matrix.columns}`,
    field: null,
    matrix,
    before: tensorBefore && matrixOf(tensorBefore),
    masks: matrix,
    ...labels,
    rowsAreQueries: true,
    columnsAreKeys: true,
    scale: scale ?? scaleOf(untrained, rangeOf(matrix.data).min < 0 ? 'diverging' : 'sequential'),
    largestCell: 84,
    smallestCell: smallestOf(matrix),
    largestHeight: matrix.columns === 1 ? matrix.rows * kListRow : 640,
    inputs,
  });
}

/** Up to this many words, each keeps its label. */
export const kLabeled = 40;

const smallestOf = ({ rows, columns }: MatrixView) =>
  Math.max(rows, columns) <= kLabeled ? kMinLabeledCell : 0;

/** The scales of the maps of heads: ink for a head with a name, pencil for others. */
export type MapScale = 'ink' | 'pencil';

type UncoloredModel = Omit<HeatmapModel, 'coloring' | 'min' | 'max'> & {
  scale: ColorScale;
  masks: MatrixView | null;
};

function withColoring({ scale, masks, ...model }: UncoloredModel): HeatmapModel {
  const { min, max } = rangeOf(model.matrix.data, masks?.data);
  const isMap = scale === 'ink' || scale === 'pencil';
  const reach = isDiverging(scale)
    ? Math.max(-min, max)
    : isMap
      ? 1
      : reachOfWeights(model.matrix, max);
  const hasMasked = masks?.data.includes(-Infinity);
  return { ...model, coloring: { scale, reach, masks: hasMasked ? masks : null }, min, max };
}
