/** The numbers of each stage: those of the chosen word, or one row per word. */
import type { ModelInspection, NamedTensors, NumberGradients } from '../../../../wasm/engine';
import type { Tensor } from '../../tensors/tensor';
import { attentionAt, type Side } from './attentions';
import { fieldName, placeIn, type EditPlace } from '../edits/edits';
import { hasNumbers } from '../edits/parameter-edits';
import type { ParameterParts } from './parameter-parts';
import { stagesOf, type StageName, type StoryConfig } from './stages';
import type { StoryRow } from './story-row';

/** A model's results for a story. */
export interface StoryInspection extends Pick<ModelInspection, 'trace' | 'answers'> {
  /** Absent in models that answer only at the query word. */
  readonly logits?: ModelInspection['logits'];
  readonly probabilities?: ModelInspection['probabilities'];
  /** How alike the vector of the text and those of others are. */
  readonly similarities?: readonly { readonly text: string; readonly cosine: number }[];
}

/** The computed sentence, and the selected layer, head and word. */
export interface Story {
  readonly config: StoryConfig;
  readonly inspection: StoryInspection;
  /** The results without edits. */
  readonly original?: StoryInspection | undefined;
  readonly gradients?: NumberGradients | undefined;
  /** The arithmetic of the chosen word's row in this head. */
  readonly row?: StoryRow | undefined;
  /** The number of words. */
  readonly n: number;
  /** The number of keys, if the keys are other words than the queries. */
  readonly keys?: number | undefined;
  /** The query word. */
  readonly query: number;
  /** The number of the attention. */
  readonly layer: number;
  readonly head: number;
  /** The position whose predictions are shown; by default that of the query word. */
  readonly answered?: number | undefined;
}

/**
 * The layout of a line's slots: `words` and `bars` have one below each word, `chosen` has one below the chosen word,
 * those of `wide` share the width.
 */
export type LineKind = 'words' | 'bars' | 'chosen' | 'wide';

/** The axes of lines. Lines with the same axis share a followed column. */
export type Axis = 'd_head' | 'd_v' | 'd_model' | 'd_ff' | 'key';

export interface Line {
  /** Within the story. */
  readonly key: string;
  /** The sentence whose words the slots belong to, if they are below words. */
  readonly side: Side;
  readonly kind: LineKind;
  readonly axis: Axis;
  readonly slots: number;
  /** The numbers of a slot. */
  readonly width: number;
  /** [slots, width] */
  readonly values: Float32Array;
  /** The same without edits. */
  readonly before: Float32Array | undefined;
  /** The gradients with respect to them. */
  readonly gradients: Float32Array | undefined;
  /** The place at which to replace a number. Undefined if the number is not in a field. */
  readonly place: ((cell: number) => EditPlace) | undefined;
  /** Whether its numbers only follow from others. */
  readonly isFixed?: boolean;
}

/** A row of up to this many numbers has a slot for each. */
const kSlots = 8;

/** A field at these leading indices. */
type Field = readonly [name: string, leading: readonly number[]];

/** Whether the trace has this layer, for this number of query words. */
export function hasStory(
  { config, layer }: StoryAt,
  { trace }: Pick<StoryInspection, 'trace'>,
  words: number,
): boolean {
  const { name, input } = attentionAt(config, layer);
  return words > 0 && trace[input]?.shape[1] === words && `${name}.q` in trace;
}

/** The field with the numbers of a stage, one row per word. Undefined for tokens, products and the concatenated heads. */
export function fieldOf(stage: StageName, { config, layer }: StoryAt): string | undefined {
  const { name, input, stack, layer: inStack, block } = attentionAt(config, layer);
  const part = `${stack}layers.${inStack}`;
  switch (stage) {
    case 'embedding_sum':
    case 'pooled':
      return stage;
    case 'embedding_norm':
    case 'embedded':
    case 'input':
      return input;
    case 'memory':
    case 'to_decoder':
      return 'encoder.output';
    case 'q':
    case 'k':
    case 'v':
    case 'scores':
    case 'weights':
    case 'context':
    case 'output':
      return `${name}.${stage}`;
    case 'mask':
      return `${name}.masked_scores`;
    case 'norm_1':
    case 'residual_1':
    case 'norm_2':
    case 'residual_2':
      return `${part}.${sumName(config, layer, stage, block)}`;
    case 'feed_forward':
      return `${part}.feed_forward.y`;
    case 'next_layer':
      return `${attentionAt(config, layer + 1).name}.weights`;
    case 'final_norm':
      return `${stack}output`;
    case 'prediction':
      return 'logits';
    case 'tokens':
    case 'weighted':
    case 'concat':
    case 'similarity':
      return undefined;
  }
}

export type StoryAt = Pick<Story, 'config' | 'layer'>;

/** The fields of the trace that the story of a layer shows. */
export function fieldsOf(at: StoryAt): string[] {
  const { name, stack, layer } = attentionAt(at.config, at.layer);
  const stages = stagesOf(at.config, at.layer).flatMap((stage) => fieldOf(stage, at) ?? []);
  const activated = stages
    .filter((field) => field.endsWith('feed_forward.y'))
    .map(() => `${stack}layers.${layer}.feed_forward.activated`);
  return [...stages.filter((field) => field !== 'logits'), `${name}.concat`, ...activated];
}

/** The lines of a stage; none for tokens and the prediction. */
export function linesOf(stage: StageName, story: Story): Line[] {
  const { config, query, layer, head } = story;
  const { queries, keys, shape } = attentionAt(config, layer);
  const field = fieldOf(stage, story)!;
  const one = (kind: LineKind, axis: Axis, side: Side, leading: readonly number[]) => [
    line(story, stage, { kind, axis, side }, [field, leading]),
  ];
  const wide = (side: Side) => one('wide', 'd_model', side, [0, query]);
  const words = (axis: Axis, side: Side) => one('words', axis, side, [0, head]);
  const row = (kind: LineKind, side: Side, headOfRow = head) =>
    one(kind, 'key', side, [0, headOfRow, query]);
  switch (stage) {
    case 'tokens':
    case 'prediction':
    case 'similarity':
      return [];
    case 'pooled':
      return one('wide', 'd_model', queries, [0, 0]);
    case 'embedding_sum':
    case 'embedding_norm':
    case 'embedded':
    case 'input':
    case 'norm_1':
    case 'norm_2':
    case 'residual_1':
    case 'residual_2':
    case 'output':
    case 'final_norm':
      return wide(queries);
    case 'memory':
    case 'to_decoder':
      return one('words', 'd_model', keys, [0]);
    case 'q':
      return words('d_head', queries);
    case 'k':
      return words('d_head', keys);
    case 'v':
      return words('d_v', keys);
    case 'scores':
    case 'mask':
      return row('words', keys);
    case 'weights':
      return row('bars', keys);
    case 'weighted':
      return weightedLine(story, stage, shape.d_v, keys);
    case 'context':
      return one(shape.d_v === 1 ? 'chosen' : 'wide', 'd_v', queries, [0, head, query]);
    case 'concat':
      return [concatLine(story, stage)];
    case 'feed_forward':
      return [activatedLine(story, field), ...wide(queries)];
    case 'next_layer':
      return row('bars', attentionAt(config, layer + 1).keys, headInNextLayer(story));
  }
}

/** The heads' contexts side by side: an edit of one of these numbers belongs to the context. */
function concatLine(story: Story, key: string): Line {
  const { config, query, layer } = story;
  const { name, queries, shape } = attentionAt(config, layer);
  const { heads, d_v } = shape;
  const form = { kind: 'wide', axis: 'd_v', side: queries } as const;
  return {
    ...line(story, key, form, [`${name}.concat`, [0, query]]),
    slots: heads,
    width: d_v,
    place: (cell) => ({
      layer: name,
      field: 'context',
      index: [0, Math.floor(cell / d_v), query, cell % d_v],
    }),
  };
}

/** The hidden layer of the feed-forward whose output is `field`. */
function activatedLine(story: Story, field: string): Line {
  const { queries } = attentionAt(story.config, story.layer);
  const form = { kind: 'wide', axis: 'd_ff', side: queries } as const;
  return line(story, 'activated', form, [field.replace(/y$/, 'activated'), [0, story.query]]);
}

/** The head of the next layer to show: the one with the same number, or the last one. */
export const headInNextLayer = ({
  config,
  layer,
  head,
}: Pick<Story, 'config' | 'layer' | 'head'>) =>
  Math.min(head, attentionAt(config, layer + 1).shape.heads - 1);

/** The field of a norm or a sum: the last one of a layer is the layer's output. */
function sumName(config: StoryConfig, layer: number, stage: StageName, block: number): string {
  const { feeds, shape } = attentionAt(config, layer);
  const isSecond = stage.endsWith('_2');
  const last = `${config.norm_first ? 'residual' : 'norm'}_${feeds && shape.d_ff > 0 ? 2 : 1}`;
  if (stage === last && feeds) return 'output';
  return stage.replace(/\d$/, String(block + Number(isSecond)));
}

type LineForm = Pick<Line, 'kind' | 'axis' | 'side'>;

function line(story: Story, key: string, form: LineForm, field: Field): Line {
  const { inspection, original, gradients } = story;
  const { kind, axis, side } = form;
  const [name, leading] = field;
  const values = part(inspection.trace, field)!;
  const isWide = kind === 'wide' || kind === 'chosen';
  const words = axis === 'key' ? values.length : inspection.trace[name]!.shape.at(-2)!;
  const slots = !isWide ? words : values.length <= kSlots ? values.length : 1;
  const width = values.length / slots;
  // The axes after the leading ones are one or two.
  const isMatrix = !isWide && axis !== 'key';
  return {
    key,
    kind,
    axis,
    side,
    slots,
    width,
    values,
    before: original && part(original.trace, field),
    gradients: gradients && part(gradients.d_fields, field),
    place: (cell) =>
      placeIn(name, [
        ...leading,
        ...(isMatrix ? [Math.floor(cell / width), cell % width] : [cell]),
      ]),
  };
}

/** The number of words on a side. */
function wordCount(side: Side, { config, layer, n, keys = n }: Story): number {
  const { queries } = attentionAt(config, layer);
  return side === queries ? n : keys;
}

/**
 * weight × v, which is not a field: it comes with the arithmetic of the row, and until then there is no line. All words
 * have the same gradient, as their sum is the context.
 */
function weightedLine(story: Story, key: string, width: number, side: Side): Line[] {
  const { row, original, gradients, config, layer, head, query } = story;
  if (!row) return [];
  const slots = wordCount(side, story);
  const name = `${attentionAt(config, layer).name}.contributions`;
  const ofWord = gradients && part(gradients.d_fields, [name, [0, head, query]]);
  const ofWords = ofWord && new Float32Array(slots * width);
  for (let slot = 0; ofWord && slot < slots; slot++) ofWords!.set(ofWord, slot * width);
  return [
    {
      key,
      kind: 'words',
      axis: 'd_v',
      side,
      slots,
      width,
      values: row.contributions.data,
      before: original && row.original?.contributions.data,
      gradients: ofWords,
      isFixed: true,
      place: (cell) => {
        const index = [0, head, query, Math.floor(cell / width), cell % width];
        return placeIn(name, index);
      },
    },
  ];
}

/** The numbers of a field at these leading indices; undefined if it is not among the tensors. */
export function part(tensors: NamedTensors, [name, leading]: Field): Float32Array | undefined {
  const tensor: Tensor | undefined = tensors[name];
  if (!tensor) return undefined;
  const { shape, data } = tensor;
  const size = shape.slice(leading.length).reduce((product, extent) => product * extent, 1);
  const block = leading.reduce((number, index, axis) => number * shape[axis]! + index, 0);
  return data.subarray(block * size, (block + 1) * size);
}

/** The number at a place of the trace or of the parameters; undefined if the place has no number, or many. */
export function numberAt(
  { trace, logits }: Pick<StoryInspection, 'trace' | 'logits'>,
  place: EditPlace,
  parameters: ParameterParts = {},
): number | undefined {
  const index = place.index.filter((at) => at !== null);
  if (index.length < place.index.length) return undefined;
  const name = fieldName(place);
  const isLogit = name === 'logits' && logits;
  if (!isLogit && !Object.hasOwn(trace, name)) return partAt(parameters, place);
  const tensors: NamedTensors = isLogit ? { logits } : trace;
  return hasNumbers(place, tensors) ? part(tensors, [name, index])?.[0] : undefined;
}

/** The number at a place of the parts; undefined where it is in none, or where there are several. */
function partAt(parts: ParameterParts, place: EditPlace): number | undefined {
  const name = fieldName(place);
  if (!Object.hasOwn(parts, name)) return undefined;
  const { shape, data, from } = parts[name]!;
  let cell = 0;
  for (const [axis, extent] of shape.entries()) {
    const index = place.index[axis] ?? null;
    if (index === null) return undefined;
    const offset = index - (from?.[axis] ?? 0);
    if (offset < 0 || offset >= extent) return undefined;
    cell = cell * extent + offset;
  }
  return data[cell];
}
