/**
 * The state of an opened model's page, and its form in the address:
 * `#v=3&model=minilm&text=Time+flies.&layer=1&head=3&word=0&off=layers.0.attention:3` (settings/shared.ts). Settings with
 * their initial value are left out, except the place.
 */
import type { NumberPlace } from '../../../../wasm/engine';
import { linkOf, readLink, rename } from '../../settings/link';
import { form, integer, own, text, word } from '../../settings/row';
import { sharedSettings } from '../../settings/shared';
import { attentionOf, headOf, headText, type HeadPlace } from '../heads/head-place';
import { forcedRowOf, rowText, type ForcedRow } from '../changes/forced-row';
import type { ArcDirection } from '../heads/arc-direction';
import '../../words/add-language-model';
import { Refusal, refusalOf } from '../../words/refusal';
import { columnsOf, columnTexts } from '../stages/chosen-columns';
import { comparedTexts, kMaxTexts, kMinTexts } from './compared-texts';
import { relationNames, type RelationName } from '../heads/found-heads';
import type { ChosenColumns } from '../stages/followed';
import { followedSets, followedSetNames, type FollowedSentences } from './followed-words';
import { headOrders, type HeadOrder } from '../heads/head-order';
import { formatEdits, parseNumberPlace, parseEdits, placeKey, type Edit } from '../edits/edits';
import { kMaskedText, type MaskedText } from './masked-text';
import { modelSource } from '../checkpoint/model-source';
import type { StageName } from '../stages/stages';

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

/** Undoes all changes. A question for gradients is not a change, and stays. */
export const allUndone = { off: [], forced: [], edits: [] } satisfies Partial<LanguageState>;
/** For a model that has just been opened, which has other numbers to ask about. */
export const unchanged: ChangesInLink = { ...allUndone, asked: null };

/** The maximum characters of a text, and sentences of a meaning: the same for the page's fields and for addresses. */
export const kMaxTextCharacters = 20_000;
export const kMaxSentences = 200;

const sentence = text(kMaxTextCharacters);
const place = integer(0, 999);
/** A text has no more words than characters. */
const maskedWord = integer(0, kMaxTextCharacters);
const twoNumbers = form(/^\d+,\d+$/, '2,0');
const twoWords = form(/^\d{1,3}(:\d{1,5})?,\d{1,3}(:\d{1,5})?$/, '0:3,8');

const rows = {
  word: sharedSettings.word,
  model: own(readModel),
  files: text(100),
  text: sentence,
  layer: sharedSettings.layer,
  head: sharedSettings.head,
  weights: word(['int8']),
  key: own((text) => (text === '-1' ? -1 : place.parse('key', text))),
  delimiters: word(delimiterForms),
  direction: sharedSettings.direction,
  order: word(headOrders),
  relation: word(relationNames),
  search: text(200),
  off: sharedSettings.off,
  row: sharedSettings.row,
  edits: own(parseEdits),
  stage: sharedSettings.stage,
  matrix: sharedSettings.matrix,
  columns: sharedSettings.columns,
  asked: own(parseNumberPlace),
  texts: own(readTexts),
  follow: sentence,
  one: own((text) => readSentences('one', text)),
  other: own((text) => readSentences('other', text)),
  cosines: own(readCosines),
  masked: sentence,
  masked_words: own(readWords),
};
/** What absent settings read as. Some have other names than in the state, or values of another form. */
const absent = {
  ...initialState,
  follow: 'it',
  one: null,
  other: null,
  masked: kMaskedText.text,
  masked_words: kMaskedText.words,
};

/** The settings that an address leaves out if they have their initial value. */
const kOmitted = [
  'text',
  'delimiters',
  'direction',
  'order',
  'pair',
  'stage',
  'texts',
  'masked',
  'masked_words',
] as const;

export function formatLanguageState(state: LanguageState): string {
  const settings = settingsOf(state);
  const initial = settingsOf(initialState);
  const defaults = Object.fromEntries(kOmitted.map((name) => [name, initial[name]]));
  // The visitor's own sentences may follow the same word, or be empty.
  const follow = settings.one === null ? 'it' : null;
  return linkOf(settings, { ...defaults, follow, one: null, other: null });
}

/** The settings of a state by name, in the order of the address. */
function settingsOf(state: LanguageState) {
  const { model, followed, masked, asked } = state;
  const named = followedSetNames.find((name) => followedSets[name] === followed);
  const [one, other] = followed.groups.map((group) => (named ? null : group.join('\n')));
  return {
    model,
    files: model === null ? state.files : null,
    weights: state.weights,
    text: state.text,
    layer: state.layer,
    head: state.head,
    word: state.word,
    key: state.key,
    delimiters: state.delimiters,
    direction: state.direction,
    order: state.order,
    relation: state.relation,
    search: state.search,
    off: state.off.map(headText),
    row: state.forced.map(inWords).map(rowText),
    stage: state.stage,
    matrix: state.matrix,
    columns: columnTexts(state.columns),
    asked: asked && placeKey(asked),
    edits: formatEdits(state.edits),
    texts: state.texts.join('\n'),
    pair: state.pair,
    masked: masked.text,
    masked_words: masked.words,
    follow: named ?? followed.word,
    one,
    other,
    cosines: state.cosines?.map(placedText),
  };
}

/** Parses a hash (without `#`). An invalid setting is named in the refusal, and the others are kept. */
export function parseLanguageState(hash: string): {
  state: LanguageState;
  refusal: Refusal | null;
} {
  const settings = readLink(hash, upgradeFromV1);
  const read = settings.values(rows, absent);
  const { word, off, row, columns, follow, one, other, masked, masked_words, ...same } = read;
  const { pair } = settings.values(
    { pair: own((text) => readPair(text, same.texts.length)) },
    initialState,
  );
  settings.refuseUnknown();
  const last = same.texts.length - 1;
  const state: LanguageState = {
    ...same,
    word: word.map(([, word]) => Number(word)).at(-1) ?? initialState.word,
    off: off.map(headOf),
    forced: row.map(([, ...row]) => inTokens(forcedRowOf(row))),
    columns: columnsOf(columns),
    pair: [Math.min(pair[0], last), Math.min(pair[1], last)],
    followed: followedSentences(follow, one, other),
    masked: { text: masked, words: masked_words },
  };
  return { state, refusal: settings.refusal };
}

export const languageLink = { format: formatLanguageState, parse: parseLanguageState };

export type ChangesInLink = Pick<LanguageState, 'off' | 'forced' | 'edits' | 'asked'>;

/** In the core, tokens count from the first delimiter; in the address, words count from the first word. */
const shiftTokens = (row: ForcedRow, by: number): ForcedRow => ({
  ...row,
  query: row.query + by,
  key: row.key + by,
});
export const inWords = (row: ForcedRow) => shiftTokens(row, -1);
const inTokens = (row: ForcedRow) => shiftTokens(row, 1);

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
  const place = { attention: attentionOf(Number(layer)), head: Number(head) };
  if (query === undefined) return headText(place);
  return rowText(inWords({ ...place, query: Number(query), key: Number(key) }));
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
  const texts = text.split('\n');
  if (texts.length >= kMinTexts && texts.length <= kMaxTexts)
    return texts.map((text) => sentence.parse('texts', text));
  throw new Refusal(({ languageModel }) =>
    languageModel.textsInLink(kMinTexts, kMaxTexts, texts.length),
  );
}

function readPair(text: string, count: number): readonly [number, number] {
  const [one, other] = text.split(',').map((place) => integer(0, count - 1).parse('pair', place));
  twoNumbers.parse('pair', text);
  return [one!, other!];
}

const placedText = ({ sentence, at }: CosineWord): string =>
  at === undefined ? `${sentence}` : `${sentence}:${at}`;

function readCosines(text: string): readonly [CosineWord, CosineWord] {
  const [one, other] = twoWords
    .parse('cosines', text)
    .split(',')
    .map((word) => {
      const [sentence, at] = word.split(':');
      return { sentence: Number(sentence), ...(at !== undefined && { at: Number(at) }) };
    });
  return [one!, other!];
}

function readWords(text: string): number[] {
  return text === '' ? [] : text.split(',').map((word) => maskedWord.parse('masked_words', word));
}

function followedSentences(
  word: string,
  one: readonly string[] | null,
  other: readonly string[] | null,
): FollowedSentences {
  const named = followedSetNames.find((name) => name === word);
  if (named && !one && !other) return followedSets[named];
  return { word, groups: [one ?? [''], other ?? ['']] };
}

function readSentences(name: 'one' | 'other', text: string): string[] {
  const sentences = sentence.parse(name, text).split('\n');
  if (sentences.length <= kMaxSentences) return sentences;
  throw new Refusal(({ refused, languageModel }) =>
    refused.named(name, languageModel.sentencesInLink(kMaxSentences, sentences.length)),
  );
}
