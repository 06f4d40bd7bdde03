/** Announcements for screen readers: a training run. */
import { expect, it } from 'vitest';
import type { HeadScores } from '../../../../wasm/engine';
import { RunNews } from '../../../../web/src/elements/training/run-news';
import type { TrainingSession } from '../../../../web/src/elements/training/training-session';
import { defaultTraining } from '../../../../web/src/training/training-state';
import { History } from '../../../../web/src/training/history';
import { en } from '../../../../web/src/words/en/base';
import '../../../../web/src/words/add-training-page';

/** A run of 40 steps at one of them, with the weight of each head of layer 1 on the right words. */
function sessionAt(step: number, weights: readonly number[], losses = 0) {
  const history = new History();
  const heads = weights.map((weight, head) => ({ attention: 'layers.0.attention', head, weight }));
  history.evaluate(step, {
    loss: 1,
    accuracy: 0.75,
    exact: 0.5,
    categories: {},
    heads: heads as unknown as HeadScores[],
  });
  return {
    run: { history, step, steps: 40, losses },
    state: { ...defaultTraining, model: 'sort' },
  };
}

/** The news of one run as it goes on, as English text. */
function newsOf(...sessions: readonly ReturnType<typeof sessionAt>[]): (string | undefined)[] {
  const news = new RunNews();
  const { run } = sessions[0]!;
  return sessions.map((session) => {
    Object.assign(run, session.run);
    const now = { ...session, run } as unknown as TrainingSession;
    return news.of(now, en)?.(en);
  });
}

const { announced, tasks } = en.training;
const named = (step: number, head: number) =>
  announced.named(`layer 1, head ${head}`, tasks.sort.head, step);

it('heads that earn their names at the same step are announced together, each once', () => {
  expect(newsOf(sessionAt(10, [0.9, 0.1, 0.95]), sessionAt(20, [0.9, 0.9, 0.95]))).toEqual([
    `${named(10, 1)} ${named(10, 3)}`,
    named(20, 2),
  ]);
});

it('the end is announced with the names that were earned there, and only once', () => {
  expect(newsOf(sessionAt(40, [0.9, 0.9]), sessionAt(40, [0.9, 0.9]))).toEqual([
    `${named(40, 1)} ${named(40, 2)} ${announced.finished(40, '75%')}`,
    undefined,
  ]);
});

it('a lost engine is announced, and what was measured before', () => {
  expect(newsOf(sessionAt(10, [0.9], 1), sessionAt(20, [0.9], 1))).toEqual([
    `${announced.lost} ${named(10, 1)}`,
    undefined,
  ]);
});

it('another run has its own news, and none before its first step', () => {
  const news = new RunNews();
  const of = (session: unknown) => news.of(session as TrainingSession, en)?.(en);
  expect(of(sessionAt(10, [0.9]))).toBe(named(10, 1));
  expect(news.latest?.(en)).toBe(named(10, 1));
  expect(of(sessionAt(0, [0.9]))).toBeUndefined();
  expect(news.latest).toBeNull();
  expect(of(sessionAt(10, [0.9]))).toBe(named(10, 1));
});
