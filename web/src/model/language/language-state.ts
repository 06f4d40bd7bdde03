/**
 * The state of an opened model's page, and its form in the address:
 * `#v=3&model=minilm&text=Time+flies.&layer=1&head=3&word=0&off=layers.0.attention:3` (shared-settings.ts). Settings with
 * their initial value are left out, except the place.
 */
import type { NumberPlace } from '../../../../wasm/engine';
import { excerpt } from '../../excerpt';
import {
  type LinkSettings,
  limited,
  linkOf,
  readLink,
  rename,
  wholeNumber,
} from '../../link-settings';
import { headOf, headText, type HeadPlace } from '../heads/head-place';
import { rowOf, rowText, type ForcedRow } from '../changes/forced-row';
import type { ArcDirection } from '../heads/arc-direction';
import '../../words/add-language-model';
import { Refusal, refusalOf } from '../../words/refusal';
import { columnsOf, columnTexts } from '../stages/chosen-columns';
import { comparedTexts, kMaxTexts, kMinTexts } from './compared-texts';
import { relationNames, type RelationName } from '../heads/found-heads';
import type { ChosenColumns } from '../stages/followed';
import { followedSets, followedSetNames, type FollowedSentences } from './followed-words';
import { headOrders, type HeadOrder } from '../heads/head-order';
import {
  editText,
  formatEdits,
  parseNumberPlace,
  parseEdits,
  placeKey,
  type Edit,
} from '../edits/edits';
import { kMaskedText, type MaskedText } from './masked-text';
import { modelSource } from '../checkpoint/model-source';
import { hasNumbers } from '../edits/parameter-edits';
import { isParameter, parameterShapes } from '../stages/parameter-parts';
import type { StageName, StoryConfig } from '../stages/stages';
import { fieldShapes, resultShapes } from './text-changes';

/** `rescaled`: hidden, with each row divided by the sum of the rest. */
export const delimiterForms = ['hidden', 'shown', 'rescaled'] as const;
export type DelimiterForm = (typeof delimiterForms)[number];

/** A form in which large matrices are held other than that of their file. */
export type RequestedForm = 'int8';

/** A word of one of the compared sentences. `at`: its index in the sentence; by default that of the followed word. */
export interface CosineWord {
  readonly sentence: number;
  readonly at?: number | undefined;
}

export interface LanguageState {
  /**
   * The name of a model of the site, or the address of a folder; null for the visitor's own files, or if there is none
   * yet.
   */
  readonly model: string | null;
  /** The name of the model in the visitor's own files; null for another model. */
  readonly files: string | null;
  /** Null for the form of the file. */
  readonly weights: RequestedForm | null;
  readonly text: string;
  readonly layer: number;
  readonly head: number;
  /** The query token, counted from the first one after the delimiter. */
  readonly word: number;
  /** The key token of the chosen weight, counted like `word`; null for the one with the largest weight. */
  readonly key: number | null;
  readonly delimiters: DelimiterForm;
  readonly direction: ArcDirection;
  readonly order: HeadOrder;
  /** The relation whose heads are highlighted. */
  readonly relation: RelationName | null;
  /** The search text of the table of relations. */
  readonly search: string;
  /** Heads that are switched off. */
  readonly off: readonly HeadPlace[];
  /** Rows that look at one token; tokens count from the first delimiter. */
  readonly forced: readonly ForcedRow[];
  /** Numbers of the story that are changed. */
  readonly edits: readonly Edit[];
  /** The place of the story. */
  readonly stage: StageName;
  /** The name of the tensor whose matrix is open in the story; '' if none is. */
  readonly matrix: string;
  readonly columns: ChosenColumns;
  /** The number whose gradients the story shows. */
  readonly asked: NumberPlace | null;
  /** Texts that are compared, and the two whose similarity is attributed to tokens. */
  readonly texts: readonly string[];
  readonly pair: readonly [number, number];
  readonly followed: FollowedSentences;
  /** The two words whose cosines are shown; null for the followed word in the first sentence of each meaning. */
  readonly cosines: readonly [CosineWord, CosineWord] | null;
  readonly masked: MaskedText;
}

export const initialState: LanguageState = {
  model: null,
  files: null,
  weights: null,
  text: 'The girl near the old door dropped her small red ball.',
  layer: 1,
  head: 3,
  word: 7,
  key: null,
  delimiters: 'hidden',
  direction: 'looks_at',
  order: 'layer',
  relation: null,
  search: '',
  off: [],
  forced: [],
  edits: [],
  stage: 'weights',
  matrix: '',
  columns: {},
  asked: null,
  texts: comparedTexts.slice(0, 4),
  pair: [2, 0],
  followed: followedSets.it,
  cosines: null,
  masked: kMaskedText,
};

/** The changes of a model that has just been opened: none. */
export const unchanged: ChangesInLink = { off: [], forced: [], edits: [], asked: null };

const kMaxCharacters = 4000;
const kMaxPlace = 999;
const kMaxSentences = 40;
const kMaxSearch = 200;
const kMaxName = 100;

export function formatLanguageState(state: LanguageState): string {
  const { model, files, weights, text, layer, head, word, key, delimiters, direction, order } =
    state;
  const { relation, search, followed, cosines, masked, texts, pair, off, forced } = state;
  const { stage, matrix, columns, asked } = state;
  const edits = formatEdits(state.edits);
  const named = followedSetNames.find((name) => followedSets[name] === followed);
  const groups = followed.groups.map((group) => (named ? null : group.join('\n')));
  return linkOf(
    {
      ...{
        model,
        files: model === null ? files : null,
        weights,
        text,
        layer,
        head,
        word,
        key,
        delimiters,
        direction,
        order,
      },
      ...{ relation, search },
      ...{ off: off.map(headText), row: forced.map(wordsOf).map(rowText) },
      ...{ stage, matrix, columns: columnTexts(columns) },
      ...{ asked: asked && placeKey(asked), edits },
      ...{ texts: texts.join('\n'), pair, masked: masked.text, masked_words: masked.words },
      follow: named ?? followed.word,
      ...Object.fromEntries(kGroups.map((name, i) => [name, groups[i]])),
      cosines: cosines?.map(placedText),
    },
    { ...kDefaults, ...(named && { follow: 'it' }) },
  );
}

const { text, delimiters, direction, order, texts, pair, stage } = initialState;
const kDefaults = {
  ...{ text, delimiters, direction, order, pair, stage },
  ...{ texts: texts.join('\n'), masked: kMaskedText.text, masked_words: kMaskedText.words },
};

const kGroups = ['one', 'other'] as const;

/** Parses a hash (without `#`). An invalid setting is named in the notice, and the others are kept. */
export function parseLanguageState(hash: string): { state: LanguageState; notice: Refusal | null } {
  const settings = readLink(hash, upgradeFromV1);
  const defaults = initialState;
  const words = settings.list('word').flatMap(([, word]) => Number(word));
  const state: LanguageState = {
    model: settings.read<string | null>('model', null, readModel),
    files: settings.read<string | null>('files', null, (name) => limited(name, kMaxName)),
    text: settings.text('text', defaults.text, kMaxCharacters),
    layer: settings.integer('layer', defaults.layer),
    head: settings.integer('head', defaults.head),
    weights: settings.oneOf<RequestedForm, null>('weights', ['int8'], null),
    word: words.at(-1) ?? defaults.word,
    key: settings.read<number | null>('key', null, readKey),
    delimiters: settings.oneOf('delimiters', delimiterForms, defaults.delimiters),
    direction: settings.word('direction', defaults.direction),
    order: settings.oneOf('order', headOrders, defaults.order),
    relation: settings.oneOf('relation', relationNames, null),
    search: settings.read('search', '', (text) => limited(text, kMaxSearch)),
    off: settings.list('off').map(headOf),
    forced: settings.list('row').map(([, ...row]) => tokensOf(rowOf(row))),
    edits: settings.read<readonly Edit[]>('edits', [], (text) => parseEdits(text, settings.refuse)),
    stage: settings.word('stage', defaults.stage),
    matrix: settings.form('matrix'),
    columns: columnsOf(settings.list('columns')),
    asked: settings.read<NumberPlace | null>('asked', null, parseNumberPlace),
    texts: settings.read('texts', defaults.texts, readTexts),
    pair: defaults.pair,
    followed: readFollowed(settings),
    cosines: settings.read<LanguageState['cosines']>('cosines', null, readCosines),
    masked: {
      text: settings.read('masked', defaults.masked.text, checkText),
      words: settings.read('masked_words', defaults.masked.words, readWords),
    },
  };
  const pair = settings.read('pair', defaults.pair, (text) => readPair(text, state.texts.length));
  settings.refuseUnknown();
  const last = state.texts.length - 1;
  const fitting = [Math.min(pair[0], last), Math.min(pair[1], last)] as const;
  return { state: { ...state, pair: fitting }, notice: settings.notice };
}

export const languageLink = { format: formatLanguageState, parse: parseLanguageState };

type ChangesInLink = Pick<LanguageState, 'off' | 'forced' | 'edits' | 'asked'>;

interface FittingModel {
  readonly story: { readonly config: StoryConfig };
  readonly layers: number;
  readonly heads: number;
}

/** The state without changes that the model or the text does not have; those are listed as in the address. */
export function fittingChanges(
  { off, forced, edits, asked }: ChangesInLink,
  { story: { config }, layers, heads }: FittingModel,
  tokens: number,
): ChangesInLink & { readonly absent: readonly string[] } {
  const shapes = edits.length > 0 || asked ? fieldShapes(config, tokens) : {};
  const parameters = edits.some(isParameter) ? parameterShapes(config) : {};
  const hasPlace = (edit: Edit) => hasNumbers(edit, shapes) || hasNumbers(edit, parameters);
  const hasHead = (place: HeadPlace) => layerOf(place) < layers && place.head < heads;
  const hasRow = (row: ForcedRow) => hasHead(row) && row.query < tokens && row.key < tokens;
  const hasNumber = !asked || hasNumbers(asked, { ...shapes, ...resultShapes(config, tokens) });
  const absent = [
    ...off.filter((place) => !hasHead(place)).map((place) => `off=${headText(place)}`),
    ...forced.filter((row) => !hasRow(row)).map((row) => `row=${rowText(wordsOf(row))}`),
    ...edits.filter((edit) => !hasPlace(edit)).map(editText),
    ...(hasNumber ? [] : [`asked=${placeKey(asked)}`]),
  ];
  return {
    ...{ off: off.filter(hasHead), forced: forced.filter(hasRow), edits: edits.filter(hasPlace) },
    ...{ asked: hasNumber ? asked : null, absent },
  };
}

const layerOf = ({ attention }: HeadPlace) => Number(attention.split('.')[1]);

/** In the core, tokens count from the first delimiter; in the address, words count from the first word. */
const shiftTokens = (row: ForcedRow, by: number): ForcedRow => ({
  ...row,
  query: row.query + by,
  key: row.key + by,
});
const wordsOf = (row: ForcedRow) => shiftTokens(row, -1);
const tokensOf = (row: ForcedRow) => shiftTokens(row, 1);

/**
 * Renames the settings of version 1: `off=0:3`, `row=0:3:9-3` in tokens, and `mask` with the words of the masked text.
 */
function upgradeFromV1(parameters: URLSearchParams): void {
  rename(parameters, 'mask', 'masked_words');
  for (const name of ['off', 'row'] as const) {
    const items = parameters.get(name)?.split(',').map(upgradedFromV1);
    if (items) parameters.set(name, items.join(','));
  }
}

function upgradedFromV1(item: string): string {
  const [, layer, head, query, key] =
    /^(\d{1,2}):(\d{1,2})(?::(\d{1,3})-(\d{1,3}))?$/.exec(item) ?? [];
  if (layer === undefined) return item;
  const place = { attention: `layers.${Number(layer)}.attention`, head: Number(head) };
  if (query === undefined) return headText(place);
  return rowText(wordsOf({ ...place, query: Number(query), key: Number(key) }));
}

function readModel(text: string): string {
  try {
    return modelSource(text);
  } catch (error) {
    const { translate } = refusalOf(error);
    throw new Refusal((words) => words.refused.named('model', translate(words)));
  }
}

function readTexts(text: string): string[] {
  const texts = checkText(text).split('\n');
  if (texts.length >= kMinTexts && texts.length <= kMaxTexts) return texts;
  throw new Refusal(({ languageModel }) =>
    languageModel.textsInLink(kMinTexts, kMaxTexts, texts.length),
  );
}

function readPair(text: string, count: number): readonly [number, number] {
  const places = text.split(',').map((place) => wholeNumber('pair', place, count - 1));
  const [one, other] = places;
  if (one !== undefined && other !== undefined && places.length === 2) return [one, other];
  throw new Refusal(({ refused }) => refused.suchAs('pair', '2,0', excerpt(text)));
}

/** -1 for the delimiter before the first word. */
function readKey(text: string): number {
  return text === '-1' ? -1 : wholeNumber('key', text, kMaxPlace);
}

const placedText = ({ sentence, at }: CosineWord): string =>
  at === undefined ? `${sentence}` : `${sentence}:${at}`;

function readCosines(text: string): readonly [CosineWord, CosineWord] {
  const [, one, word, other, otherWord] =
    /^(\d{1,2})(?::(\d{1,3}))?,(\d{1,2})(?::(\d{1,3}))?$/.exec(text) ?? [];
  if (one === undefined || other === undefined)
    throw new Refusal(({ refused }) => refused.suchAs('cosines', '0:3,8', excerpt(text)));
  const placed = (sentence: string, at: string | undefined): CosineWord => ({
    sentence: Number(sentence),
    ...(at !== undefined && { at: Number(at) }),
  });
  return [placed(one, word), placed(other, otherWord)];
}

function readWords(text: string): number[] {
  return text === ''
    ? []
    : text.split(',').map((word) => wholeNumber('masked_words', word, kMaxPlace));
}

function readFollowed(settings: LinkSettings): FollowedSentences {
  const word = settings.read('follow', 'it', checkText);
  const groups = kGroups.map((name) =>
    settings.read<string[] | null>(name, null, (text) => readSentences(name, text)),
  );
  const named = followedSetNames.find((name) => name === word);
  if (named && groups.every((group) => group === null)) return followedSets[named];
  return { word, groups: [groups[0] ?? [''], groups[1] ?? ['']] };
}

function readSentences(name: string, text: string): string[] {
  const sentences = checkText(text).split('\n');
  if (sentences.length <= kMaxSentences) return sentences;
  throw new Refusal(({ refused, languageModel }) =>
    refused.named(name, languageModel.sentencesInLink(kMaxSentences, sentences.length)),
  );
}

const checkText = (text: string): string => limited(text, kMaxCharacters);
