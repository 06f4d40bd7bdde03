/** The contents of a story's Save menus: the numbers of a stage, and those of an open matrix. */
import type { AxisMeaning, StoryMatrix } from '../../../model/stages/matrices';
import type { Line } from '../../../model/stages/lines';
import type { AxisLabels } from '../../../files/csv';
import type { Tensor } from '../../../tensors/tensor';
import { fileNameOf, type SaveContent } from '../../save/save-content';

interface SavedLine {
  readonly line: Line;
  /** Counted from 0. */
  readonly layer: number;
  readonly head: number;
  /** The words of the line's side. */
  readonly tokens: readonly string[];
  /** The chosen word. */
  readonly word: string;
  readonly untrained: boolean;
}

export function lineSaved(saved: SavedLine): SaveContent {
  const { line, layer, head, word, untrained } = saved;
  const isOfAll = line.kind === 'words' && line.axis !== 'key' && line.key !== 'weighted';
  const isOfHead = line.axis !== 'd_model' && line.axis !== 'd_ff' && line.key !== 'concat';
  const place = [`layer${layer + 1}`, ...(isOfHead ? [`head${head + 1}`] : [])].join('-');
  const name = `${line.key}-${place}`;
  return {
    name: isOfAll ? name : fileNameOf(`${name}-of`, word),
    numbers: numbersOf(saved),
    result: null,
    untrained,
  };
}

function numbersOf({ line, tokens }: SavedLine): { tensor: Tensor; labels: AxisLabels } {
  const { key, kind, axis, slots, width, values: data } = line;
  if (axis === 'key')
    return { tensor: { axes: ['key'], shape: [data.length], data }, labels: { key: tokens } };
  if (kind === 'words') {
    const of = key === 'q' ? 'query' : 'key';
    return { tensor: { axes: [of, axis], shape: [slots, width], data }, labels: { [of]: tokens } };
  }
  const tensor =
    key === 'concat'
      ? { axes: ['head', axis], shape: [slots, width], data }
      : { axes: [axis], shape: [data.length], data };
  return { tensor, labels: {} };
}

interface SavedMatrix {
  readonly matrix: StoryMatrix;
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  readonly untrained: boolean;
}

export function matrixSaved(saved: SavedMatrix): SaveContent {
  const { matrix, rowNames, columnNames, untrained } = saved;
  const { name, head, rows, columns, rowsAre, columnsAre, values: data } = matrix;
  const ofHead = head === undefined ? '' : `-head${head + 1}`;
  const labels = {
    ...(isNamed(rowsAre) && { row: rowNames }),
    ...(isNamed(columnsAre) && { column: columnNames }),
  };
  const tensor =
    rowsAre.kind === 'one'
      ? { axes: ['column'], shape: [columns], data }
      : { axes: ['row', 'column'], shape: [rows, columns], data };
  // The index of its first number, where it is a part of the parameters of all heads.
  const from = matrix.place(0, 0).index.slice(-tensor.axes.length).map(Number);
  return { name: name + ofHead, numbers: { tensor, labels, from }, result: null, untrained };
}

/** Whether rows or columns have names that are not their numbers. */
const isNamed = ({ kind }: AxisMeaning) =>
  kind === 'words' || kind === 'vocabulary' || kind === 'answers';
