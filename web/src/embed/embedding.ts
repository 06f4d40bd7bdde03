/**
 * What `embed.html` shows, as its address says it: a lab's state as everywhere, and
 * `view=tokens,bars,heatmap`, `hide=seed,mask`, `lang=de`, `theme=dark`, `host=https://course.example`.
 */
import { controlNames, settingNames } from '../settings';
import { defaultState, formatState, parseState, type LabState } from '../state';
import { Refusal } from '../words/refusal';

/** What `view` may name, alone or several with commas between. */
export const views = [
  'playground',
  'formula',
  'controls',
  'tokens',
  'bars',
  'arithmetic',
  'steps',
  'heatmap',
  'heads',
  'vector',
  'export',
  'q',
  'k',
  'v',
  'scores',
  'masked_scores',
  'weights',
] as const;
export type View = (typeof views)[number];

/** What `hide` may name: controls one by one, or views of the playground. */
export const hidable = [
  ...controlNames,
  'status',
  'formula',
  'controls',
  'tokens',
  'bars',
  'arithmetic',
  'steps',
  'heatmap',
  'heads',
  'projections',
  'vector',
  'export',
] as const;
export type Hidable = (typeof hidable)[number];

export interface Embedding {
  readonly state: LabState;
  readonly views: readonly View[];
  readonly hide: readonly Hidable[];
  /** A language tag; null is the browser's. */
  readonly lang: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** The origin that may ask and is told; `null` is that of files and sandboxed frames. */
  readonly host: string | null;
}

export const defaultEmbedding: Embedding = {
  state: defaultState,
  views: ['playground'],
  hide: [],
  lang: null,
  theme: null,
  host: null,
};

const kLongestAddress = 65_536;

/** Of a hash without `#`; what makes no sense gives the defaults and why. */
export function parseEmbedding(hash: string): { embedding: Embedding; notice: Refusal | null } {
  try {
    if (hash.length > kLongestAddress)
      throw new Refusal(({ refused }) => refused.characters(kLongestAddress, hash.length));
    const parameters = new URLSearchParams(hash);
    const read = {
      views: several(parameters, 'view', views) ?? defaultEmbedding.views,
      hide: several(parameters, 'hide', hidable) ?? defaultEmbedding.hide,
      lang: langOf(parameters),
      theme: oneOf(parameters, 'theme', ['light', 'dark'] as const),
      host: hostOf(parameters),
    };
    // An address that says nothing of the lab's own needs no version either.
    const says = ['v', ...settingNames].some((name) => parameters.has(name));
    const { state, notice } = parseState(says ? hash : '');
    return { embedding: { ...read, state }, notice };
  } catch (error) {
    const { say } = error as Refusal;
    const notice = new Refusal((words) => words.refused.link(say(words)));
    return { embedding: defaultEmbedding, notice };
  }
}

/** The hash, without `#`, that gives the same again. */
export function formatEmbedding(given: Partial<Embedding>): string {
  const { state, views, hide, lang, theme, host } = { ...defaultEmbedding, ...given };
  const parameters = new URLSearchParams(formatState(state));
  if (String(views) !== String(defaultEmbedding.views)) parameters.set('view', String(views));
  if (String(hide) !== String(defaultEmbedding.hide)) parameters.set('hide', String(hide));
  for (const [name, value] of Object.entries({ lang, theme, host }))
    if (value !== null) parameters.set(name, value);
  // Commas and colons may stand in a hash as they are, and read better so.
  return parameters.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

function several<T extends string>(
  parameters: URLSearchParams,
  name: string,
  known: readonly T[],
): readonly T[] | null {
  const came = parameters.get(name);
  if (came === null) return null;
  const names = came
    .split(',')
    .filter((one) => one !== '')
    .map((one) => (one === 'take' ? 'export' : one)); // its name in older links
  for (const one of names)
    if (!(known as readonly string[]).includes(one))
      throw new Refusal(({ refused }) => refused.oneOf(name, known, cut(one)));
  if (name === 'view' && names.length === 0)
    throw new Refusal(({ refused }) => refused.oneOf(name, known, ''));
  return [...new Set(names)] as T[];
}

function oneOf<T extends string>(
  parameters: URLSearchParams,
  name: string,
  known: readonly T[],
): T | null {
  const came = parameters.get(name);
  if (came === null) return null;
  const found = known.find((one) => one === came);
  if (!found) throw new Refusal(({ refused }) => refused.oneOf(name, known, cut(came)));
  return found;
}

function langOf(parameters: URLSearchParams): string | null {
  const came = parameters.get('lang');
  if (came !== null && !/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(came))
    throw new Refusal(({ refused }) => refused.suchAs('lang', 'de', cut(came)));
  return came;
}

function hostOf(parameters: URLSearchParams): string | null {
  const came = parameters.get('host');
  if (came === null || came === 'null') return came;
  const origin = URL.canParse(came) ? new URL(came).origin : null;
  if (origin !== came)
    throw new Refusal(({ refused }) => refused.suchAs('host', 'https://course.example', cut(came)));
  return origin;
}

function cut(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24).toWellFormed()}…` : text;
}
