/**
 * The address of `embed.html`: a lab's state, as on the other pages, and `view=tokens,bars,heatmap`,
 * `hide=seed,mask`, `lang=de`, `theme=dark`, `host=https://course.example`.
 */
import { controlNames, settings } from '../settings';
import { excerpt } from '../excerpt';
import { defaultState, formatState, readState, stateIn, type LabState } from '../state';
import { Refusal } from '../words/refusal';

/** The playground's views, each an element of its own. */
const parts = [
  ...(['formula', 'controls', 'tokens', 'bars', 'arithmetic'] as const),
  ...(['steps', 'heatmap', 'heads', 'vector', 'export'] as const),
];
/** Matrices of the trace, each shown by a heatmap. */
const matrices = ['q', 'k', 'v', ...settings.matrix.words] as const;

/** The names that `view` accepts, one or several separated by commas. */
export const views = ['playground', ...parts, ...matrices] as const;
export type View = (typeof views)[number];

export const isMatrix = (view: View) => (matrices as readonly string[]).includes(view);

/** The names that `hide` accepts: single controls, or views of the playground. */
export const hidable = [...controlNames, 'status', 'projections', ...parts] as const;
export type Hidable = (typeof hidable)[number];

export interface Embedding {
  readonly state: LabState;
  readonly views: readonly View[];
  readonly hide: readonly Hidable[];
  /** A language tag; null for the browser's language. */
  readonly lang: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** The origin that may exchange messages with the frame; `null` is the origin of files and sandboxed frames. */
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

const kMaxAddressCharacters = 65_536;

/** Parses a hash (without `#`). A setting that is wrong or unknown is named in the notice, and the others are kept. */
export function parseEmbedding(hash: string): { embedding: Embedding; notice: Refusal | null } {
  if (hash.length > kMaxAddressCharacters) {
    const notice = new Refusal(({ refused }) =>
      refused.link(refused.characters(kMaxAddressCharacters, hash.length)),
    );
    return { embedding: defaultEmbedding, notice };
  }
  const settings = readState(hash);
  const { views: view, hide } = defaultEmbedding;
  const embedding: Embedding = {
    views: settings.read<readonly View[]>('view', view, (text) => several('view', text, views)),
    hide: settings.read<readonly Hidable[]>('hide', hide, (text) => several('hide', text, hidable)),
    lang: settings.read('lang', null, tagOf),
    theme: settings.oneOf('theme', ['light', 'dark'] as const, null),
    host: settings.read('host', null, originOf),
    state: stateIn(settings),
  };
  settings.refuseUnknown();
  return { embedding, notice: settings.notice };
}

/** The hash, without `#`, that `parseEmbedding` parses to the same embedding. */
export function formatEmbedding(embedding: Partial<Embedding>): string {
  const { state, views, hide, lang, theme, host } = { ...defaultEmbedding, ...embedding };
  const parameters = new URLSearchParams(formatState(state));
  if (String(views) !== String(defaultEmbedding.views)) parameters.set('view', String(views));
  if (String(hide) !== String(defaultEmbedding.hide)) parameters.set('hide', String(hide));
  for (const [name, value] of Object.entries({ lang, theme, host }))
    if (value !== null) parameters.set(name, value);
  // A hash may contain commas, colons and slashes unescaped, which is easier to read.
  return parameters.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
}

function several<T extends string>(name: string, list: string, known: readonly T[]): readonly T[] {
  const names = list
    .split(',')
    .filter((item) => item !== '')
    .map((item) => (item === 'take' ? 'export' : item)); // older links use `take`
  for (const item of names)
    if (!(known as readonly string[]).includes(item))
      throw new Refusal(({ refused }) => refused.oneOf(name, known, excerpt(item)));
  if (name === 'view' && names.length === 0)
    throw new Refusal(({ refused }) => refused.oneOf(name, known, ''));
  return [...new Set(names)] as T[];
}

function tagOf(tag: string): string {
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag))
    throw new Refusal(({ refused }) => refused.suchAs('lang', 'de', excerpt(tag)));
  return tag;
}

function originOf(host: string): string {
  if (host !== 'null' && !(URL.canParse(host) && new URL(host).origin === host))
    throw new Refusal(({ refused }) =>
      refused.suchAs('host', 'https://course.example', excerpt(host)),
    );
  return host;
}
