/** German texts of single pages. */
import { deOpened } from './de-opened';
import { dePage } from './de-page';
import { deStory } from './de-story';
import { deTrained } from './de-trained';
import { deTraining } from './de-training';

export const dePages = {
  opened: deOpened,
  page: dePage,
  story: deStory,
  trained: deTrained,
  training: deTraining,
};
