/** The matrices of a stage: its field with a row per word, and its parameters. */
import { attentionAt, type Side } from './attentions';
import { placeIn, type EditPlace } from '../edits/edits';
import { fieldOf, type Story, type StoryInspection } from './lines';
import type { ParameterParts } from './parameter-parts';
import type { StageName } from './stages';

/** The meaning of the rows or the columns. */
export type AxisMeaning =
  | { readonly kind: 'words'; readonly side: Side }
  | { readonly kind: 'vocabulary'; readonly side: Side }
  | { readonly kind: 'answers' }
  /** Numbered from `first`, or from 0. */
  | { readonly kind: 'dimensions' | 'numbers'; readonly first?: number | undefined }
  | { readonly kind: 'one' };

export interface StoryMatrix {
  /** The name of its tensor: 'layers.0.attention.w_q' */
  readonly name: string;
  readonly isParameter: boolean;
  /** The head that it belongs to, counted from 0; undefined if it belongs to all. */
  readonly head: number | undefined;
  readonly rows: number;
  readonly columns: number;
  readonly rowsAre: AxisMeaning;
  readonly columnsAre: AxisMeaning;
  /** [rows, columns], row by row. */
  readonly values: Float32Array;
  /** The same without edits. */
  readonly before: Float32Array | undefined;
  /** The gradients with respect to them. */
  readonly gradients: Float32Array | undefined;
  /** The row of the followed word. */
  readonly marked: number | undefined;
  /** The place of a cell; null selects all rows, or all columns. */
  place(row: number | null, column: number | null): EditPlace;
}

/** The parameters of the story's model, now and as they were learned. */
export interface StoryParameters {
  readonly now: ParameterParts;
  readonly learned: ParameterParts;
}

const dimensions: AxisMeaning = { kind: 'dimensions' };
const one: AxisMeaning = { kind: 'one' };

export function matricesOf(
  stage: StageName,
  story: Story,
  parameters: StoryParameters,
): StoryMatrix[] {
  const field = fieldMatrix(stage, story);
  const parameterMatrices = parameterNames(stage, story).flatMap((name) => {
    const matrix = parameterMatrix(name, stage, story, parameters);
    return matrix ? [matrix] : [];
  });
  return [...(field ? [field] : []), ...parameterMatrices];
}

/** The parameters that a stage multiplies with or adds. A model has some of them. */
function parameterNames(stage: StageName, { config, layer }: Story): string[] {
  const { name, stack, layer: inStack, block, queries } = attentionAt(config, layer);
  const part = `${stack}layers.${inStack}`;
  const norm = (number: number) =>
    ['gamma', 'beta'].map((parameter) => `${part}.norm_${number}.${parameter}`);
  switch (stage) {
    case 'embedding_norm':
      return ['gamma', 'beta'].map((parameter) => `embedding_norm.${parameter}`);
    case 'embedded': {
      const of = stack === '' ? '' : `${queries}_`;
      const tables = ['embedding', 'positions', 'types'].map((table) => of + table);
      return [...tables, 'w_patch', 'b_patch', 'class_token'];
    }
    case 'norm_1':
      return norm(block);
    case 'norm_2':
      return norm(block + 1);
    case 'q':
    case 'k':
    case 'v':
      return [`${name}.w_${stage}`, `${name}.b_${stage}`];
    case 'output':
      return [`${name}.w_o`, `${name}.b_o`];
    case 'feed_forward':
      return ['w_1', 'b_1', 'w_gate', 'w_2', 'b_2'].map(
        (parameter) => `${part}.feed_forward.${parameter}`,
      );
    case 'final_norm':
      return ['gamma', 'beta'].map((parameter) => `${stack}norm.${parameter}`);
    case 'prediction':
      return ['w_out', 'b_out'];
    default:
      return [];
  }
}

function parameterMatrix(
  name: string,
  stage: StageName,
  { config, layer, gradients }: Story,
  { now, learned }: StoryParameters,
): StoryMatrix | undefined {
  if (!Object.hasOwn(now, name)) return undefined;
  const { shape, data, from } = now[name]!;
  const isVector = shape.length < 2;
  const [row0, column0] = from ? [from.at(-2) ?? 0, from.at(-1)!] : [0, 0];
  const [rows, columns] = isVector ? [1, shape[0]!] : [shape[0]!, shape[1]!];
  const { queries } = attentionAt(config, layer);
  const rowsAre: AxisMeaning = name.endsWith('embedding')
    ? { kind: 'vocabulary', side: queries }
    : isVector
      ? one
      : { kind: 'numbers', first: row0 };
  const before = learned[name]?.data;
  return {
    name,
    isParameter: true,
    // The parts of the heads are side by side.
    head: from && row0 / rows + column0 / columns,
    rows,
    columns,
    rowsAre,
    columnsAre:
      stage === 'prediction' ? { kind: 'answers' } : { kind: 'dimensions', first: column0 },
    values: data,
    before: before === data ? undefined : before,
    gradients: gradients?.d_parameters[name]?.data,
    marked: undefined,
    place: (row, column) => {
      const index = [row === null ? null : row + row0, column === null ? null : column + column0];
      return placeIn(name, isVector ? index.slice(1) : index);
    },
  };
}

/** The field of a stage for all words, in the shown head. */
function fieldMatrix(stage: StageName, story: Story): StoryMatrix | undefined {
  const { config, layer, head, inspection, original, gradients, query: chosen } = story;
  const name = fieldOf(stage, story);
  if (name === undefined) return undefined;
  const of = ({ trace, logits }: StoryInspection) => (name === 'logits' ? logits : trace[name]);
  const tensor = of(inspection);
  if (!tensor) return undefined;
  const { shape } = tensor;
  const [rows = 1, columns = 1] = shape.slice(-2);
  // The next layer may have fewer heads.
  const leading = shape.length === 4 ? [0, Math.min(head, shape[1]! - 1)] : [0];
  const from = (leading[1] ?? 0) * rows * columns;
  const part = (data: Float32Array | undefined) => data?.subarray(from, from + rows * columns);
  const { queries, keys } = attentionAt(config, stage === 'next_layer' ? layer + 1 : layer);
  const areKeys = stage === 'k' || stage === 'v' || stage === 'memory';
  const side = areKeys ? keys : queries;
  const isPerKey = ['scores', 'mask', 'weights', 'next_layer'].includes(stage);
  const isAnswer = stage === 'prediction';
  return {
    name,
    isParameter: false,
    head: leading[1],
    rows,
    columns,
    rowsAre:
      rows === 1 && (isAnswer || stage === 'pooled')
        ? one
        : {
            kind: 'words',
            side: isAnswer && config.architecture === 'encoder_decoder' ? 'target' : side,
          },
    columnsAre: isPerKey
      ? { kind: 'words', side: keys }
      : isAnswer
        ? { kind: 'answers' }
        : dimensions,
    values: part(tensor.data)!,
    before: original && part(of(original)?.data),
    gradients: gradients && part(gradients.d_fields[name]?.data),
    marked: isAnswer || side !== attentionAt(config, layer).queries ? undefined : chosen,
    place: (row, column) => placeIn(name, [...leading, row, column]),
  };
}
