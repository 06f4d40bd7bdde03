/** Texts that state a number state the one that the code uses. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kDefaultSentences } from '../../../web/src/model/heads/finder-batches';
import { kMinNamedScore } from '../../../web/src/model/heads/head-name';
import { kHeldOut } from '../../../web/src/model/trained/trainer';
import { kRounds } from '../../../web/src/speed/run';
import { trained as germanTrained } from '../../../web/src/words/de/trained';
import { training as germanTraining } from '../../../web/src/words/de/training';
import { trained } from '../../../web/src/words/en/trained';
import { training } from '../../../web/src/words/en/training';
import { trainingPage } from '../../../web/src/words/en/training-page';
import { trained as chineseTrained } from '../../../web/src/words/zh/trained';
import { training as chineseTraining } from '../../../web/src/words/zh/training';

const texts = {
  en: { trained, training: { ...training, ...trainingPage }, mark: '.' },
  de: { trained: germanTrained, training: germanTraining, mark: ',' },
  zh: { trained: chineseTrained, training: chineseTraining, mark: '.' },
};

describe.each(Object.entries(texts))('in %s', (_, { trained, training, mark }) => {
  it('a head earns its name at one score, in all texts', () => {
    const score = `${kMinNamedScore}`.replace('.', mark);
    const named = [
      training.earns,
      training.unnamed('', ''),
      training.compare.named(1, 2, 3),
      trained.unnamed,
    ];
    for (const text of named) expect(text).toContain(score);
  });

  it('the first page says on how many examples its heads are measured', () => {
    for (const text of [trained.named, trained.unnamed]) expect(text).toContain(` ${kHeldOut} `);
  });
});

/** The articles of a page, one for each language. */
function articlesOf(page: string) {
  const html = readFileSync(`web/${page}`, 'utf8').replace(/\s+/g, ' ');
  return ['en', 'de', 'zh'].map((lang) => {
    const [article] = html.match(new RegExp(`<article [^>]*lang="${lang}".*?</article>`)) ?? [];
    return article ?? expect.fail(`${page} has no article in ${lang}`);
  });
}

it('the model page says on how many sentences each head is measured', () => {
  for (const article of articlesOf('model.html'))
    expect(article).toContain(` ${kDefaultSentences} `);
});

it('the speed page says of how many rounds a time is the median', () => {
  expect(kRounds).toBe(7);
  const said = ['median of seven rounds', 'Median aus sieben Runden', '七轮的中位数'];
  articlesOf('speed.html').forEach((article, i) => expect(article).toContain(said[i]));
});
