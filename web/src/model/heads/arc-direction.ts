/** The direction of the arcs: from the chosen word to the words it looks at, or from the words that look at it. */
import { sharedSettings } from '../../settings/shared';

export const arcDirections = sharedSettings.direction.words;
export type ArcDirection = (typeof arcDirections)[number];
