/**
 * The address of `embed.html` for a trained model: its description, as on the first page, and `view=sentences,story`,
 * `hide=film`, `lang=de`, `theme=dark`, `host=https://course.example`.
 */
import { LinkSettings } from '../link-settings';
import { Refusal } from '../words/refusal';
import {
  defaultFrame,
  frameIn,
  frameSettingNames,
  kMaxAddressCharacters,
  several,
  withFrame,
  type FrameSettings,
} from './frame-settings';

/** The parts of `<attention-trained>`, which its attribute `hide` names. */
export const trainedParts = [
  ...(['question', 'sentences', 'film', 'controls', 'own'] as const),
  ...(['story', 'matrices', 'heads', 'guess'] as const),
] as const;
export type TrainedPart = (typeof trainedParts)[number];

const views = ['lab', ...trainedParts] as const;

export interface TrainedEmbedding extends FrameSettings {
  /** The address of model, input and place. */
  readonly link: string;
  /** All parts if empty. */
  readonly views: readonly TrainedPart[];
  readonly hide: readonly TrainedPart[];
}

/** Parses a hash (without `#`). A wrong setting of the frame is named in the notice; those of the link are not read yet. */
export function parseTrainedEmbedding(hash: string): {
  embedding: TrainedEmbedding;
  notice: Refusal | null;
} {
  if (hash.length > kMaxAddressCharacters) {
    const notice = new Refusal(({ refused }) =>
      refused.link(refused.characters(kMaxAddressCharacters, hash.length)),
    );
    return { embedding: { ...defaultFrame, link: '', views: [], hide: [] }, notice };
  }
  const parameters = new URLSearchParams(hash);
  const settings = new LinkSettings(parameters);
  const seen = settings.read('view', [], (text) => several('view', text, views));
  const embedding = {
    views: seen.includes('lab') ? [] : (seen as readonly TrainedPart[]),
    hide: settings.read('hide', [], (text) => several('hide', text, trainedParts)),
    ...frameIn(settings),
  };
  for (const name of frameSettingNames) parameters.delete(name);
  return { embedding: { ...embedding, link: String(parameters) }, notice: settings.notice };
}

/** The hash, without `#`, that `parseTrainedEmbedding` parses to the same embedding. */
export function formatTrainedEmbedding(
  embedding: Partial<TrainedEmbedding> & Pick<TrainedEmbedding, 'link'>,
): string {
  const { link, views = [], hide = [], lang, theme, host } = { ...defaultFrame, ...embedding };
  const list = (names: readonly string[]) => (names.length === 0 ? null : String(names));
  return withFrame(link, { view: list(views), hide: list(hide), lang, theme, host });
}

/** The parts that are not shown. */
export const hiddenParts = ({ views, hide }: Pick<TrainedEmbedding, 'views' | 'hide'>) =>
  trainedParts.filter((part) => hide.includes(part) || (views.length > 0 && !views.includes(part)));
