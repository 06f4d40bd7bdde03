/** `openModel` of the engine's public API, with checks of what callers in JavaScript give it and the model. */
import { checkCall } from '../../engine/checks/check-call';
import { expectList, expectObject, expectText, refuseValue } from '../../engine/checks/expect';
import { fetchModel } from '../../model/checkpoint/fetch-model';
import type { TextEngine } from '../../model/checkpoint/open-checkpoint';
import { TextModel, type OpenOptions } from '../../model/language/text-model';

export async function openTextModel(
  engine: TextEngine,
  from: Iterable<File> | string | URL,
  options: OpenOptions = {},
): Promise<TextModel> {
  checkCall(options, ['weights', 'signal']);
  const { signal } = options;
  const isAddress = typeof from === 'string' || from instanceof URL;
  const files = isAddress ? await fetchModel(addressOf(from), { signal }) : filesIn(from);
  return checked(await TextModel.open(files, engine, options), engine);
}

/** In a page it may be relative. Node fetches only from http: and https:. */
function addressOf(from: string | URL): string {
  const address = String(from);
  const base = globalThis.document?.baseURI;
  const isValid = base ? URL.canParse(address, base) : /^https?:/i.test(address);
  if (!isValid || !URL.canParse(address, base))
    refuseValue(
      'files, or the address of a folder, which begins with https: or http:',
      [],
      address,
    );
  return address;
}

/** Also those of a FileList. */
function filesIn(from: unknown): readonly File[] {
  const isIterable = typeof from === 'object' && from !== null && Symbol.iterator in from;
  const files: unknown[] = isIterable ? [...(from as Iterable<unknown>)] : [];
  if (!isIterable || !files.every((file) => file instanceof Blob && 'name' in file))
    refuseValue('files, or the address of a folder', [], isIterable ? files : from);
  return files as File[];
}

/** Throws if the argument is wrong. */
type Check = (value: unknown) => void;

const text: Check = (value) => expectText('{} to be a text', ['the text'], value);
const texts: Check = (value) => expectList('the texts', value).forEach(text);
const place: Check = (value) => expectObject('the place', value);
const anything: Check = () => {};

const changes = ['off', 'forced', 'edits'];

const options =
  (...keys: readonly string[]): Check =>
  (value) => {
    if (value === undefined) return;
    checkCall(value, keys);
    for (const [name, field] of Object.entries(value as object))
      if (changes.includes(name) && field !== undefined) expectList(name, field);
  };
// A search asks for its sentences with its own options.
const search = options('sentences', 'seed', 'onProgress', 'signal');

/** The arguments of each call that returns a promise. */
const checks: { readonly [Name in keyof TextModel]?: readonly Check[] } = {
  inspect: [text, options('fields', 'rescaled', 'story', ...changes)],
  row: [text, place, options(...changes)],
  valueWeighted: [text, anything, options(...changes)],
  embed: [texts],
  predictWords: [text, options('max_words', ...changes)],
  poolerOutput: [text, options(...changes)],
  compare: [texts, options('off')],
  comparePair: [texts, options('off')],
  followWord: [text, texts, options('off')],
  relationSentences: [search],
  findHeads: [search],
};

/** The engine of each model that was opened here. */
const engines = new WeakMap<object, TextEngine>();

function checked(opened: TextModel, engine: TextEngine): TextModel {
  engines.set(opened, engine);
  const exact: Check = (model) => {
    // Another engine's model would be taken for one of this engine that has the same number. Elements open their own.
    const other = engines.get(expectObject('the exact model', model)) ?? engine;
    if (other !== engine) refuseValue('the exact model to be one of the same engine', [], model);
  };
  const tokenize = opened.tokenize.bind(opened);
  opened.tokenize = (value) => {
    text(value);
    return tokenize(value);
  };
  const methods = opened as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const [name, each] of Object.entries({ ...checks, roundingError: [texts, exact] })) {
    const method = methods[name]!.bind(opened);
    methods[name] = async (...values) => {
      each.forEach((check, i) => check(values[i]));
      return method(...values);
    };
  }
  return opened;
}
