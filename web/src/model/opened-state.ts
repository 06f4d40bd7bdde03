/**
 * What the page of an opened model shows, also in the address:
 * `#v=1&model=minilm&text=Time+flies.&layer=1&head=3&word=0&off=0:3,2&row=1:3:4-2`. What is as the page opens is left
 * out, except the place. Layers, heads and words count from 0, as in the core.
 */
import { excerpt } from '../excerpt';
import { LinkSettings, readable, wholeNumber } from '../link-settings';
import type { ForcedWeights } from '../training/interventions';
import { arcDirections, type ArcDirection, type HeadPlace } from '../training/view-types';
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import { comparedTexts, kMaxTexts, kMinTexts } from './compared-texts';
import { relationNames, type RelationName } from './found-heads';
import { followedSets, followedSetNames, type FollowedSentences } from './followed-words';
import { headOrders, type HeadOrder } from './head-order';
import { kMaskedText, type MaskedText } from './masked-text';
import { modelSource } from './model-source';

/** `rescaled`: hidden, and each row divided by the sum of what is left. */
export const delimiterForms = ['hidden', 'shown', 'rescaled'] as const;
export type DelimiterForm = (typeof delimiterForms)[number];

export interface OpenedState {
  /** The name of a model of the site, or the address of a folder; null for files of one's own, or none yet. */
  readonly model: string | null;
  readonly text: string;
  readonly layer: number;
  readonly head: number;
  /** Of the tokens between the delimiters. */
  readonly word: number;
  readonly delimiters: DelimiterForm;
  readonly direction: ArcDirection;
  readonly order: HeadOrder;
  /** The relation whose heads are lit. */
  readonly relation: RelationName | null;
  /** Heads that are switched off. */
  readonly off: readonly HeadPlace[];
  /** Rows that look at one token; tokens count from the first delimiter. */
  readonly forced: readonly ForcedWeights[];
  /** Texts that are compared, and the two whose similarity is taken apart. */
  readonly texts: readonly string[];
  readonly pair: readonly [number, number];
  readonly followed: FollowedSentences;
  readonly masked: MaskedText;
}

export const defaultOpened: OpenedState = {
  model: null,
  text: 'The girl near the old door dropped her small red ball.',
  layer: 1,
  head: 3,
  word: 7,
  delimiters: 'hidden',
  direction: 'looks_at',
  order: 'layer',
  relation: null,
  off: [],
  forced: [],
  texts: comparedTexts.slice(0, 4),
  pair: [2, 0],
  followed: followedSets.it,
  masked: kMaskedText,
};

const kVersion = '1';
const kMaxCharacters = 4000;
const kMaxPlace = 999;
/** Asks like a word: the delimiter before the first one. */
const kFirstDelimiter = -1;
const kMaxSentences = 40;
const kRow = /^(\d{1,2}):(\d{1,2}):(\d{1,3})-(\d{1,3})$/;

export function formatOpened(state: OpenedState): string {
  const parameters = new URLSearchParams({ v: kVersion });
  const set = (name: string, value: string, usual: string) =>
    value !== usual && parameters.set(name, value);
  const { followed, masked, texts, pair } = state;
  set('model', state.model ?? '', '');
  set('text', state.text, defaultOpened.text);
  for (const name of ['layer', 'head', 'word'] as const) parameters.set(name, `${state[name]}`);
  for (const name of ['delimiters', 'direction', 'order'] as const)
    set(name, state[name], defaultOpened[name]);
  set('relation', state.relation ?? '', '');
  set('off', state.off.map(placeText).join(), '');
  set('row', state.forced.map(rowText).join(), '');
  set('texts', texts.join('\n'), defaultOpened.texts.join('\n'));
  set('pair', pair.join(), defaultOpened.pair.join());
  set('masked', masked.text, kMaskedText.text);
  set('mask', masked.words.join(), kMaskedText.words.join());
  const named = followedSetNames.find((name) => followedSets[name] === followed);
  if (named) set('follow', named, 'it');
  else {
    parameters.set('follow', followed.word);
    followed.groups.forEach((group, i) => parameters.set(kGroups[i]!, group.join('\n')));
  }
  return readable(parameters.toString());
}

const kGroups = ['one', 'other'] as const;

/** Parses a hash (without `#`). A setting that is wrong is named in the notice, and the others are kept. */
export function parseOpened(hash: string): { state: OpenedState; notice: Refusal | null } {
  const settings = new LinkSettings(new URLSearchParams(hash));
  const usual = defaultOpened;
  settings.read('v', kVersion, (text) => {
    if (text === kVersion) return text;
    throw new Refusal(({ refused }) => refused.version(kVersion, excerpt(text)));
  });
  const place = (name: 'layer' | 'head') =>
    settings.read(name, usual[name], (text) => wholeNumber(name, text, kMaxPlace));
  const state: OpenedState = {
    model: settings.read<string | null>('model', null, readModel),
    text: settings.read('text', usual.text, checkText),
    layer: place('layer'),
    head: place('head'),
    word: settings.read('word', usual.word, (text) =>
      text === '-1' ? kFirstDelimiter : wholeNumber('word', text, kMaxPlace),
    ),
    delimiters: settings.oneOf('delimiters', delimiterForms, usual.delimiters),
    direction: settings.oneOf('direction', arcDirections, usual.direction),
    order: settings.oneOf('order', headOrders, usual.order),
    relation: settings.oneOf('relation', relationNames, null),
    off: settings.read('off', usual.off, (text) => text.split(',').map(readPlace)),
    forced: settings.read('row', usual.forced, (text) => text.split(',').map(readRow)),
    texts: settings.read('texts', usual.texts, readTexts),
    pair: usual.pair,
    followed: readFollowed(settings),
    masked: {
      text: settings.read('masked', usual.masked.text, checkText),
      words: settings.read('mask', usual.masked.words, readWords),
    },
  };
  const pair = settings.read('pair', usual.pair, (text) => readPair(text, state.texts.length));
  settings.refuseUnknown();
  const last = state.texts.length - 1;
  const fitting = [Math.min(pair[0], last), Math.min(pair[1], last)] as const;
  return { state: { ...state, pair: fitting }, notice: settings.notice };
}

/** Without the changes that the model or the text does not have, which are listed as they are in the address. */
export function fittingChanges(
  { off, forced }: Pick<OpenedState, 'off' | 'forced'>,
  { layers, heads }: { readonly layers: number; readonly heads: number },
  tokens: number,
): Pick<OpenedState, 'off' | 'forced'> & { readonly absent: readonly string[] } {
  const hasHead = (place: HeadPlace) => layerOf(place) < layers && place.head < heads;
  const hasRow = (row: ForcedWeights) => hasHead(row) && row.query < tokens && row.key < tokens;
  const absent = [
    ...off.filter((place) => !hasHead(place)).map((place) => `off=${placeText(place)}`),
    ...forced.filter((row) => !hasRow(row)).map((row) => `row=${rowText(row)}`),
  ];
  return { off: off.filter(hasHead), forced: forced.filter(hasRow), absent };
}

const layerOf = ({ attention }: HeadPlace) => Number(attention.split('.')[1]);
const rowText = (row: ForcedWeights) => `${placeText(row)}:${row.query}-${row.key}`;
const placeText = (place: HeadPlace) => `${layerOf(place)}:${place.head}`;

function readModel(text: string): string {
  try {
    return modelSource(text);
  } catch (error) {
    const { translate } = error as Refusal;
    throw new Refusal((words) => words.refused.named('model', translate(words)));
  }
}

function readPlace(text: string): HeadPlace {
  const [, layer, head] = /^(\d{1,2}):(\d{1,2})$/.exec(text) ?? [];
  if (head === undefined)
    throw new Refusal(({ refused }) => refused.suchAs('off', '0:3', excerpt(text)));
  return { attention: `layers.${Number(layer)}.attention`, head: Number(head) };
}

function readRow(text: string): ForcedWeights {
  const parts = kRow.exec(text);
  if (!parts) throw new Refusal(({ refused }) => refused.suchAs('row', '0:3:8-2', excerpt(text)));
  const [layer, head, query, key] = parts.slice(1).map(Number) as [number, number, number, number];
  return { attention: `layers.${layer}.attention`, head, query, key };
}

function readTexts(text: string): string[] {
  const texts = checkText(text).split('\n');
  if (texts.length >= kMinTexts && texts.length <= kMaxTexts) return texts;
  throw new Refusal(({ opened }) => opened.textsInLink(kMinTexts, kMaxTexts, texts.length));
}

function readPair(text: string, count: number): readonly [number, number] {
  const places = text.split(',').map((place) => wholeNumber('pair', place, count - 1));
  const [one, other] = places;
  if (one !== undefined && other !== undefined && places.length === 2) return [one, other];
  throw new Refusal(({ refused }) => refused.suchAs('pair', '2,0', excerpt(text)));
}

function readWords(text: string): number[] {
  return text === '' ? [] : text.split(',').map((word) => wholeNumber('mask', word, kMaxPlace));
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
  throw new Refusal(({ refused, opened }) =>
    refused.named(name, opened.sentencesInLink(kMaxSentences, sentences.length)),
  );
}

function checkText(text: string): string {
  if (text.length <= kMaxCharacters) return text;
  throw new Refusal(({ refused }) => refused.characters(kMaxCharacters, text.length));
}
