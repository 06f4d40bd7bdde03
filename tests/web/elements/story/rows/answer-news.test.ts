/** Announcements for screen readers: the answer of the story. */
import { expect, it } from 'vitest';
import { AnswerNews } from '../../../../../web/src/elements/story/rows/answer-news';
import type { StoryRows } from '../../../../../web/src/elements/story/rows/story-rows';
import { en } from '../../../../../web/src/words/en/base';
import '../../../../../web/src/words/add-story';
import '../../../../../web/src/words/add-views';

/** The story of a model with this most probable answer. */
function rowsWith(id: number, probability: number): StoryRows {
  const inspection = { answers: [[{ id, probability }]] };
  const story = { config: {}, query: 0, inspection };
  return { story, vocabulary: ['animal', 'street'] } as unknown as StoryRows;
}

it('another answer is announced, also that there is none', () => {
  const news = new AnswerNews();
  const read = (id: number, probability: number) => {
    news.read(rowsWith(id, probability));
    return news.message?.(en);
  };
  expect(read(0, 0.75)).toBeUndefined();
  expect(read(1, 0.5)).toBe('answer: street 50.0%');
  expect(read(0, NaN)).toBe(en.answer.notFinite);
  expect(read(1, NaN)).toBe(en.answer.notFinite);
  expect(read(1, 0.625)).toBe('answer: street 62.5%');
});

it('the first answer is not announced, whether there is one or not', () => {
  const news = new AnswerNews();
  news.read(rowsWith(0, NaN));
  expect(news.message).toBeNull();
});
