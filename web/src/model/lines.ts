/** The numbers of each stage: of the chosen word, or one row for each word. */
import type {
  ModelInspection,
  NamedTensors,
  NumberGradients,
  RowDetail,
  TokenModelConfig,
} from '../../../wasm/engine';
import type { Tensor } from '../tensor';
import { fieldName, placeIn, type EditPlace } from './edits';
import { layerShape, type StageName } from './stages';

/** The arithmetic of one row of attention weights; `contributions` [key, d_v] are weight × v. */
export interface StoryRow extends RowDetail {
  /** The same without edits. */
  readonly original?: { readonly contributions: Tensor } | undefined;
}

/** Where a row is. */
export interface RowAt {
  readonly inspection: ModelInspection;
  readonly layer: number;
  readonly head: number;
  readonly chosen: number;
}
export type PlacedRow = StoryRow & RowAt;

/** The row, if it is the one at this place. */
export function rowAt(row: PlacedRow | undefined, place: RowAt): PlacedRow | undefined {
  const names = ['inspection', 'layer', 'head', 'chosen'] as const;
  return row && names.every((name) => row[name] === place[name]) ? row : undefined;
}

/** What is shown: a sentence that was computed, and where one looks. */
export interface Story {
  readonly config: TokenModelConfig;
  readonly inspection: ModelInspection;
  /** Without edits. */
  readonly original?: ModelInspection | undefined;
  readonly gradients?: NumberGradients | undefined;
  /** The arithmetic of the chosen word's row in this head. */
  readonly row?: StoryRow | undefined;
  /** The number of words. */
  readonly n: number;
  /** The word that asks. */
  readonly chosen: number;
  readonly layer: number;
  readonly head: number;
}

/**
 * Where the slots of a line are: `words` and `bars` have one under each word, `chosen` has one under the chosen word,
 * those of `wide` share the width.
 */
export type LineKind = 'words' | 'bars' | 'chosen' | 'wide';

/** Which numbers share a followed column. */
export type Axis = 'd_head' | 'd_v' | 'd_model' | 'd_ff' | 'key';

export interface Line {
  /** Within the story. */
  readonly key: string;
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
  readonly slopes: Float32Array | undefined;
  /** Where to replace a number. Undefined where it only follows from others. */
  readonly place: ((cell: number) => EditPlace) | undefined;
}

/** A row of up to this many numbers has a slot for each. */
const kSlots = 8;

type Field = readonly [name: string, leading: readonly number[]];

export const attentionName = (layer: number): string => `layers.${layer}.attention`;

/** Whether this is the whole trace of an encoder or a decoder alone, for this number of words. */
export function hasStory({ trace }: ModelInspection, words: number): boolean {
  const { embedded } = trace;
  return words > 0 && embedded?.shape[1] === words && `${attentionName(0)}.q` in trace;
}

/** The lines of a stage; none for tokens and the prediction. */
export function linesOf(stage: StageName, story: Story): Line[] {
  const { config, chosen, layer, head } = story;
  const attention = attentionName(layer);
  const { heads, d_v } = layerShape(config, layer);
  const ofHead = (name: string): Field => [`${attention}.${name}`, [0, head]];
  const ofWord = (name: string): Field => [name, [0, chosen]];
  const at = (name: string): Field => [`${attention}.${name}`, [0, head, chosen]];
  const row = (name: string) => [line(story, stage, 'wide', 'd_model', ofWord(name))];
  switch (stage) {
    case 'tokens':
    case 'prediction':
      return [];
    case 'embedded':
      return row('embedded');
    case 'input':
      return row(`layers.${layer - 1}.output`);
    case 'norm_1':
    case 'norm_2':
    case 'residual_1':
    case 'residual_2':
      return row(sumName(config, layer, stage));
    case 'q':
    case 'k':
      return [line(story, stage, 'words', 'd_head', ofHead(stage))];
    case 'v':
      return [line(story, stage, 'words', 'd_v', ofHead('v'))];
    case 'scores':
      return [line(story, stage, 'words', 'key', at('scores'))];
    case 'mask':
      return [line(story, stage, 'words', 'key', at('masked_scores'))];
    case 'weights':
      return [line(story, stage, 'bars', 'key', at('weights'))];
    case 'weighted':
      return weightedLine(story, stage, d_v);
    case 'context':
      return [line(story, stage, d_v === 1 ? 'chosen' : 'wide', 'd_v', at('context'))];
    case 'concat':
      // Its numbers are the heads' contexts: an edit of one belongs to the context.
      return [
        {
          ...line(story, stage, 'wide', 'd_v', ofWord(`${attention}.concat`)),
          slots: heads,
          width: d_v,
          place: (cell) => ({
            layer: attention,
            field: 'context',
            index: [0, Math.floor(cell / d_v), chosen, cell % d_v],
          }),
        },
      ];
    case 'output':
      return row(`${attention}.output`);
    case 'feed_forward': {
      const part = `layers.${layer}.feed_forward`;
      return [
        line(story, 'activated', 'wide', 'd_ff', ofWord(`${part}.activated`)),
        line(story, stage, 'wide', 'd_model', ofWord(`${part}.y`)),
      ];
    }
    case 'next_layer': {
      const next = Math.min(head, layerShape(config, layer + 1).heads - 1);
      const field = `${attentionName(layer + 1)}.weights`;
      return [line(story, stage, 'bars', 'key', [field, [0, next, chosen]])];
    }
    case 'final_norm':
      return row('output');
  }
}

/** The field of a norm or a sum: the last one of a layer is the layer's output. */
function sumName(config: TokenModelConfig, layer: number, stage: StageName): string {
  const block = layerShape(config, layer).d_ff > 0 ? 2 : 1;
  const last = `${config.norm_first ? 'residual' : 'norm'}_${block}`;
  return `layers.${layer}.${stage === last ? 'output' : stage}`;
}

function line(story: Story, key: string, kind: LineKind, axis: Axis, field: Field): Line {
  const { inspection, original, gradients, n } = story;
  const [name, leading] = field;
  const values = part(inspection.trace, field)!;
  const isWide = kind === 'wide' || kind === 'chosen';
  const slots = !isWide ? n : values.length <= kSlots ? values.length : 1;
  const width = values.length / slots;
  // The axes after the leading ones are one or two.
  const isMatrix = !isWide && axis !== 'key';
  return {
    ...{ key, kind, axis, slots, width, values },
    before: original && part(original.trace, field),
    slopes: gradients && part(gradients.d_fields, field),
    place: (cell) =>
      placeIn(name, [
        ...leading,
        ...(isMatrix ? [Math.floor(cell / width), cell % width] : [cell]),
      ]),
  };
}

/** weight × v: a line that only follows from fields. The core's row has it; while that is on its way there is none. */
function weightedLine({ row, original, n }: Story, key: string, width: number): Line[] {
  if (!row) return [];
  return [
    {
      ...{ key, kind: 'words', axis: 'd_v', slots: n, width },
      values: row.contributions.data,
      before: original && row.original?.contributions.data,
      ...{ slopes: undefined, place: undefined },
    },
  ];
}

/** The numbers of a field at these leading indices; undefined if it is not among the tensors. */
function part(tensors: NamedTensors, [name, leading]: Field): Float32Array | undefined {
  const tensor: Tensor | undefined = tensors[name];
  if (!tensor) return undefined;
  const { shape, data } = tensor;
  const size = shape.slice(leading.length).reduce((product, extent) => product * extent, 1);
  const at = leading.reduce((number, index, axis) => number * shape[axis]! + index, 0);
  return data.subarray(at * size, (at + 1) * size);
}

/** The number at a place; undefined if the place has no number, or many. */
export function numberAt({ trace, logits }: ModelInspection, place: EditPlace): number | undefined {
  const index = place.index.filter((at) => at !== null);
  if (index.length < place.index.length) return undefined;
  const name = fieldName(place);
  return part(name === 'logits' ? { logits } : trace, [name, index])?.[0];
}

export interface ShownAnswer {
  readonly id: number;
  readonly probability: number;
  readonly logit: number;
  /** Without edits. */
  readonly before: number | undefined;
  readonly place: EditPlace;
  /** Of the logit. */
  readonly slope: number | undefined;
}

/** The most probable answers for the chosen word, and the first one without edits even if it is no longer among them. */
export function answersOf(story: Story): ShownAnswer[] {
  const { config, inspection, original, gradients, chosen } = story;
  const row = config.readout === 'every_place' || config.readout === undefined ? chosen : 0;
  const ids = (inspection.answers[row] ?? []).map(({ id }) => id);
  const first = original?.answers[row]?.[0]?.id;
  if (first !== undefined && !ids.includes(first)) ids.push(first);
  const probability = ({ probabilities }: ModelInspection, id: number) =>
    part({ probabilities }, ['probabilities', [0, row, id]])?.[0];
  return ids.map((id) => ({
    id,
    probability: probability(inspection, id) ?? 0,
    logit: part({ logits: inspection.logits }, ['logits', [0, row, id]])?.[0] ?? 0,
    before: original && probability(original, id),
    place: { field: 'logits', index: [0, row, id] },
    slope: gradients && part(gradients.d_fields, ['logits', [0, row, id]])?.[0],
  }));
}
