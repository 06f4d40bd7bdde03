/**
 * The address of `embed.html` for a model: its shared settings, as on its page, and `view=sentences,story`, `hide=film`,
 * `lang=de`, `theme=dark`, `host=https://course.example`.
 */
import { LinkSettings } from '../settings/link';
import type { Refusal } from '../words/refusal';
import {
  defaultFrame,
  frameIn,
  frameSettingNames,
  parseSeveral,
  refusedAddress,
  withFrame,
  type FrameSettings,
} from './frame-settings';

/** The parts of `<attention-trained>`, which its attribute `hide` names. */
export const trainedParts = [
  'question',
  'sentences',
  'film',
  'controls',
  'own',
  'story',
  'matrices',
  'heads',
  'guess',
] as const;
export type TrainedPart = (typeof trainedParts)[number];

/** The parts of `<attention-training>`. */
export const trainingParts = [
  'run',
  'task',
  'sentences',
  'start',
  'curves',
  'heads',
  'own',
  'recipe',
  'compare',
  'keep',
] as const;
export type TrainingPart = (typeof trainingParts)[number];

/**
 * The parts of `<attention-model>`, without the one that opens a model: it shows the progress, so it cannot be hidden.
 */
export const languageParts = [
  'sentence',
  'arcs',
  'heads',
  'head',
  'story',
  'effects',
  'masked',
  'paths',
  'similarities',
  'rounding',
] as const;
export type LanguagePart = (typeof languageParts)[number];

export interface ModelEmbedding<Part extends string = string> extends FrameSettings {
  /** The address of model, input and place. */
  readonly link: string;
  /** All parts if empty. */
  readonly views: readonly Part[];
  readonly hide: readonly Part[];
}

/**
 * Parses a hash (without `#`) of a page with these parts. The refusal names wrong settings of
 * the frame. The settings of the link are only collected here; the page of the model reads them.
 */
export function parseModelEmbedding<Part extends string>(
  hash: string,
  parts: readonly Part[],
): { embedding: ModelEmbedding<Part>; refusal: Refusal | null } {
  const refusal = refusedAddress(hash);
  if (refusal) return { embedding: { ...defaultFrame, link: '', views: [], hide: [] }, refusal };
  const parameters = new URLSearchParams(hash);
  const settings = new LinkSettings(parameters);
  const views = ['lab', ...parts] as const;
  const shownViews = settings.read('view', [], (text) => parseSeveral('view', text, views));
  const embedding = {
    views: shownViews.includes('lab') ? [] : (shownViews as readonly Part[]),
    hide: settings.read('hide', [], (text) => parseSeveral('hide', text, parts)),
    ...frameIn(settings),
  };
  for (const name of frameSettingNames) parameters.delete(name);
  return { embedding: { ...embedding, link: String(parameters) }, refusal: settings.refusal };
}

/** The hash, without `#`, that `parseModelEmbedding` parses to the same embedding. */
export function formatModelEmbedding(
  embedding: Partial<ModelEmbedding> & Pick<ModelEmbedding, 'link'>,
): string {
  const { link, views = [], hide = [], lang, theme, host } = { ...defaultFrame, ...embedding };
  const list = (names: readonly string[]) => (names.length === 0 ? null : String(names));
  return withFrame(link, { view: list(views), hide: list(hide), lang, theme, host });
}

/** The parts that are not shown. */
export const hiddenParts = <Part extends string>(
  { views, hide }: Pick<ModelEmbedding<Part>, 'views' | 'hide'>,
  parts: readonly Part[],
) => parts.filter((part) => hide.includes(part) || (views.length > 0 && !views.includes(part)));
