/** Colors for signed numbers around 0, on the page and in saved pictures. */
import { contrastingInk, cssColor } from '../../../draw/color';
import { colorAt, colorIndex, colorTable } from '../../../draw/color-scales';
import type { Tensor } from '../../../tensors/tensor';
import type { SaveContent } from '../../save/save-content';
import { modelOfTensor, type HeatmapModel } from '../../views/heatmap-model';

/** Colors each element by its value, from -reach to reach: their styles read --heat and --on-heat. */
export function heat(
  elements: Iterable<HTMLElement>,
  values: ArrayLike<number>,
  reach: number,
  dark: boolean,
): void {
  const table = colorTable('diverging', dark);
  let i = 0;
  for (const { style } of elements) {
    const color = colorAt(table, colorIndex('diverging', values[i++]!, reach));
    style.setProperty('--heat', cssColor(color));
    style.setProperty('--on-heat', contrastingInk(color));
  }
}

export interface SignedMatrix {
  /** The name of the file to save. */
  readonly name: string;
  readonly title: string;
  readonly tensor: Tensor;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly reach: number;
}

export function heatmapOf({ tensor, reach, ...labels }: SignedMatrix): HeatmapModel {
  const model = modelOfTensor(null, tensor, labels);
  return { ...model, coloring: { scale: 'diverging', reach, masks: null } };
}

export function savedMatrix(matrix: SignedMatrix): SaveContent {
  const { name, title, tensor, rowLabels, columnLabels } = matrix;
  const [row = '', column = ''] = tensor.axes;
  return {
    name,
    picture: () => ({
      kind: 'heatmap',
      ...heatmapOf(matrix),
      title,
      subtitle: '',
      query: null,
    }),
    numbers: { tensor, labels: { [row]: rowLabels, [column]: columnLabels } },
    result: null,
  };
}
