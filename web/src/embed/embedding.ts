/**
 * The address of `embed.html`: a lab's state, as on the other pages, and `view=tokens,bars,heatmap`,
 * `hide=seed,mask`, `lang=de`, `theme=dark`, `host=https://course.example`.
 */
import { controlNames, settings } from '../settings/playground';
import { defaultState, formatState, readState, stateIn, type LabState } from '../settings/state';
import type { Refusal } from '../words/refusal';
import {
  defaultFrame,
  frameIn,
  parseSeveral,
  refusedAddress,
  withFrame,
  type FrameSettings,
} from './frame-settings';

/** The playground's views, each a separate element. */
const parts = [
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
] as const;
/** Matrices of the trace, each shown by a heatmap. */
const matrices = ['q', 'k', 'v', ...settings.matrix.words] as const;

/** The names that `view` accepts, one or several separated by commas. */
export const viewNames = ['playground', ...parts, ...matrices] as const;
export type View = (typeof viewNames)[number];

export const isMatrix = (view: View) => (matrices as readonly string[]).includes(view);

/** The names that `hide` accepts: single controls, or views of the playground. */
export const hidable = [...controlNames, 'status', 'projections', ...parts] as const;
export type Hidable = (typeof hidable)[number];

export interface Embedding extends FrameSettings {
  readonly state: LabState;
  readonly views: readonly View[];
  readonly hide: readonly Hidable[];
}

export const defaultEmbedding: Embedding = {
  state: defaultState,
  views: ['playground'],
  hide: [],
  ...defaultFrame,
};

/** Parses a hash (without `#`). An invalid or unknown setting is named in the refusal, and the others are kept. */
export function parseEmbedding(hash: string): { embedding: Embedding; refusal: Refusal | null } {
  const refusal = refusedAddress(hash);
  if (refusal) return { embedding: defaultEmbedding, refusal };
  const settings = readState(hash);
  const { views: view, hide } = defaultEmbedding;
  const names = <T extends string>(name: string, known: readonly T[], absent: readonly T[]) =>
    settings.read(name, absent, (text) => parseSeveral(name, renamed(text), known));
  const embedding: Embedding = {
    views: names<View>('view', viewNames, view),
    hide: names<Hidable>('hide', hidable, hide),
    ...frameIn(settings),
    state: stateIn(settings),
  };
  settings.refuseUnknown();
  return { embedding, refusal: settings.refusal };
}

/** Older links call the export `take`. */
const renamed = (list: string) => list.replace(/\btake\b/g, 'export');

/** The hash, without `#`, that `parseEmbedding` parses to the same embedding. */
export function formatEmbedding(embedding: Partial<Embedding>): string {
  const { state, views, hide, lang, theme, host } = { ...defaultEmbedding, ...embedding };
  const changed = (names: readonly string[], usual: readonly string[]) =>
    String(names) === String(usual) ? null : String(names);
  return withFrame(formatState(state), {
    view: changed(views, defaultEmbedding.views),
    hide: changed(hide, defaultEmbedding.hide),
    lang,
    theme,
    host,
  });
}
