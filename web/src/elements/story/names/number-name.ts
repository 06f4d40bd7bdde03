/** The name of a number, or of a row, a column or a matrix, in words: "v of tired, layer 1, head 1, dimension 3". */
import type { TokenModelConfig } from '../../../engine/client/engine';
import { formatNumber } from '../../../draw/format';
import { isolateText } from '../../../draw/fit-text';
import { attentionsOf, type Side } from '../../../model/stages/attentions';
import { fieldName, type EditPlace, type NumberChange } from '../../../model/edits/edits';
import type { StoryInspection } from '../../../model/stages/lines';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import type { Words } from '../../../words/words';

export interface NameContext {
  readonly config: TokenModelConfig;
  /** The words, with their places where several are equal. */
  readonly placed: Readonly<Record<Side, readonly string[]>>;
  /** The vocabularies of the inputs; `vocabulary` is that of the logits. */
  readonly inputs: Readonly<Record<Side, readonly string[]>>;
  readonly vocabulary: readonly string[];
  /** The texts that the text is compared with. */
  readonly compared?: readonly string[];
  readonly words: Words;
}

interface NamedInputs extends Pick<NameContext, 'vocabulary'> {
  readonly config: TokenModelConfig | undefined;
  readonly tokens: readonly string[];
  readonly targets: readonly string[];
  /** Default: `vocabulary` for both sides. */
  readonly inputs: NameContext['inputs'] | undefined;
  readonly inspection: StoryInspection | undefined;
}

export function nameContext(named: NamedInputs, words: Words): NameContext {
  const { config, tokens, targets, vocabulary } = named;
  const inputs = named.inputs ?? { source: vocabulary, target: vocabulary };
  const placed = { source: placedTokens(tokens), target: placedTokens(targets) };
  const compared = named.inspection?.similarities?.map(({ text }) => text) ?? [];
  return { config: config!, placed, inputs, vocabulary, compared, words };
}

type Axis = 'head' | 'word' | 'other' | 'dimension' | 'answer' | 'text';

/** The axes that the index of a field has after the batch. */
const axes: Record<string, readonly Axis[]> = {
  ...Object.fromEntries(
    ['q', 'k', 'v', 'context'].map((name) => [name, ['head', 'word', 'dimension'] as const]),
  ),
  ...Object.fromEntries(
    ['scores', 'masked_scores', 'weights'].map((name) => [
      name,
      ['head', 'word', 'other'] as const,
    ]),
  ),
  contributions: ['head', 'word', 'other', 'dimension'],
  logits: ['word', 'answer'],
  pooled: ['text', 'dimension'],
  log_probabilities: ['word', 'answer'],
};

/** The parameters, as formulas have them. */
export const symbols: Readonly<Record<string, string>> = {
  w_q: 'W_Q',
  w_k: 'W_K',
  w_v: 'W_V',
  w_o: 'W_O',
  w_1: 'W_1',
  w_2: 'W_2',
  w_gate: 'W_gate',
  b_q: 'b_Q',
  b_k: 'b_K',
  b_v: 'b_V',
  b_o: 'b_O',
  b_1: 'b_1',
  b_2: 'b_2',
  gamma: 'γ',
  beta: 'β',
  w_out: 'W_out',
  b_out: 'b_out',
  w_patch: 'W_patch',
  embedding: 'E',
  source_embedding: 'E',
  target_embedding: 'E',
  b_patch: 'b_patch',
  positions: 'P',
  source_positions: 'P',
  target_positions: 'P',
  class_token: 't',
};

/** The name of a number. With a `width` of 1, the only dimension is not named. */
export function numberName(place: EditPlace, naming: NameContext, width = 2): string {
  const { lab, marks, story } = naming.words;
  if (Object.hasOwn(symbols, place.field)) return parameterName(place, naming);
  if (place.field === 'similarities') {
    const text = naming.compared?.[place.index[1]! - 1] ?? '';
    return story.similarTo(isolateText(text));
  }
  const head = indexAlong('head', place);
  const dimension = indexAlong('dimension', place);
  return [
    fieldOfWords(place, naming),
    ...layerName(place, naming),
    ...(typeof head === 'number' ? [lab.head(head + 1)] : []),
    ...(typeof dimension === 'number' && width > 1 ? [story.dimension(`${dimension + 1}`)] : []),
  ].join(marks.comma);
}

const axesOf = ({ field }: EditPlace): readonly Axis[] => axes[field] ?? ['word', 'dimension'];

/** A place's index along an axis: null for all of the axis, undefined if the field does not have it. */
function indexAlong(axis: Axis, place: EditPlace): number | null | undefined {
  const position = axesOf(place).indexOf(axis);
  return position < 0 ? undefined : place.index[position + 1];
}

/** The field with its words or its answer: "v of tired". */
function fieldOfWords(place: EditPlace, naming: NameContext): string {
  const { story } = naming.words;
  const fields: Record<string, string> = story.fields;
  const field = fields[place.field] ?? place.field;
  const { queries, keys } = sidesOf(place, naming);
  const asks = place.field === 'k' || place.field === 'v' ? keys : queries;
  const asking = wordAlong('word', asks, place, naming);
  const other = wordAlong('other', keys, place, naming, story.forAllWords);
  const answer = indexAlong('answer', place);
  if (answer !== undefined) {
    const name = (answer: number) => isolateText(naming.vocabulary[answer] ?? `${answer}`);
    const of = answer === null ? story.allAnswers : name(answer);
    return story.pair(field, of, wordAlong('word', asks, place, naming, story.forAllWords) ?? '');
  }
  if (other !== undefined) return story.pair(field, asking ?? '', other);
  if (asking !== undefined) return story.of(field, asking);
  return axesOf(place)[0] === 'text' ? field : fieldName(place);
}

/** The word at a place's index along an axis of words; undefined if the field does not have the axis. */
function wordAlong(
  axis: 'word' | 'other',
  side: Side,
  place: EditPlace,
  naming: NameContext,
  all = naming.words.story.allWords,
) {
  const index = indexAlong(axis, place);
  if (index === undefined) return undefined;
  if (index === null) return all;
  return isolateText(naming.placed[side][index] ?? `${index + 1}`);
}

function parameterName(place: EditPlace, naming: NameContext): string {
  const { marks, story } = naming.words;
  const symbol = symbols[place.field]!;
  const [row, column] = place.index.length < 2 ? [undefined, place.index[0]] : place.index;
  const isTable = place.field.endsWith('embedding');
  const side = place.field.startsWith('target') ? 'target' : 'source';
  const of = (index: number) => isolateText(naming.inputs[side][index] ?? `${index + 1}`);
  const name = isTable && typeof row === 'number' ? story.of(symbol, of(row)) : symbol;
  const isAnswer = place.field === 'w_out' || place.field === 'b_out';
  const isOnlyAxis = row === undefined || isTable;
  const columnName = (column: number) => {
    if (isAnswer) return isolateText(naming.vocabulary[column] ?? `${column + 1}`);
    return isOnlyAxis ? story.dimension(`${column + 1}`) : story.column(`${column + 1}`);
  };
  return [
    name,
    ...layerName(place, naming),
    ...(typeof row === 'number' && !isTable ? [story.row(`${row + 1}`)] : []),
    ...(typeof column === 'number' ? [columnName(column)] : []),
  ].join(marks.comma);
}

function sidesOf({ layer = '', field }: EditPlace, { config }: NameContext) {
  const attention = attentionsOf(config).find(({ name }) => name === layer);
  if (attention) return attention;
  const isTarget =
    config.architecture === 'encoder_decoder' && /^(decoder|target|log)/.test(layer || field);
  const side: Side = isTarget ? 'target' : 'source';
  return { queries: side, keys: side };
}

/** The layer in words; empty for a place outside the layers. */
function layerName({ layer = '' }: EditPlace, { words: { story } }: NameContext): string[] {
  const [, stack, layerNumber] = /^(encoder\.|decoder\.)?layers\.(\d+)/.exec(layer) ?? [];
  if (layerNumber === undefined) return [];
  const number = `${Number(layerNumber) + 1}`;
  if (layer.endsWith('cross_attention')) return [story.cross(number)];
  if (stack === undefined) return [story.layer(number)];
  return [stack === 'encoder.' ? story.encoder(number) : story.decoder(number)];
}

/** An edit as text: "0.5", "× −1", "+ 0.5". */
export function editedNumber({ multiplies, adds, value }: NumberChange): string {
  if (adds) return `${value < 0 ? '−' : '+'} ${formatNumber(Math.abs(value))}`;
  return `${multiplies ? '× ' : ''}${formatNumber(value)}`;
}

/** The name of an attention in words. */
export function attentionTitle(name: string, naming: Pick<NameContext, 'words'>): string {
  return layerName({ layer: name, field: '', index: [] }, naming as NameContext)[0]!;
}
