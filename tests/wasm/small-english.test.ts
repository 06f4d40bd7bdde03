/** Pages that link to the small English model know which sentences it reads. */
import { expect, it } from 'vitest';
import { isSmallEnglish, smallEnglish } from '../../web/src/model/examples/small-english';
import { tasks } from '../../web/src/model/examples/tasks';
import { engine } from './training-engine';

it('the list of words is the vocabulary of the small English model', async () => {
  const trainer = await engine.trainer({ task: 'goes_with', batch: 1 });
  expect([...smallEnglish]).toEqual(trainer.vocabulary);
});

it('a sentence counts as readable if the small English model reads it', async () => {
  const trainer = await engine.trainer({ task: 'goes_with', batch: 1 });
  const fifteen = `the ${'cat the '.repeat(7)}`;
  const texts = [
    ...tasks.goes_with.examples,
    tasks.goes_with.own,
    'THE Cat\tran.',
    'the cat.ran',
    fifteen,
    `${fifteen}.`,
    `${fifteen}cat`,
    `${fifteen}. .`,
    'The cat didn’t run.',
    "the cat didn't",
    "the cat xdidn't run",
    'the\u00a0cat ran',
    '.',
    'The girl near the old door dropped her small red ball.',
    'the cat, the dog',
    "the cat's street",
    '',
    ' ',
  ];
  for (const text of texts) {
    const isRead = await trainer.inspect(text).then(
      () => true,
      () => false,
    );
    expect([text, isSmallEnglish(text)]).toEqual([text, isRead]);
  }
});
