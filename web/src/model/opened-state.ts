/** What the page of an opened model shows. */
import type { SiteModelName } from './fetch-model';

export interface OpenedState {
  /** The model of the site that was opened; null for files of one's own, or none yet. */
  readonly model: SiteModelName | null;
  readonly text: string;
  /** From 0. */
  readonly layer: number;
  readonly head: number;
  /** Of the tokens between the delimiters, from 0. */
  readonly word: number;
  readonly delimiters: boolean;
}

export const defaultOpened: OpenedState = {
  model: null,
  text: 'The girl near the old door dropped her small red ball.',
  layer: 1,
  head: 3,
  word: 7,
  delimiters: false,
};
