/** Training leaves nothing behind. This test trains for seconds, `npm run soak` for ten minutes. */
import { expect, test } from '@playwright/test';
import { open } from './training-page.ts';
import { compared, kMore, restAndCount, trainToTheEnd, useTraining } from './training-use.ts';

test('runs, seeds, seeking, comparisons and examples leave no worker, node, listener or memory behind', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const tasks = ['sort', 'induction'];
  // After each task has been used once, everything that is created once exists; and after a complete run with all its
  // snapshots the engine has all the memory that it will need, however fast the machine is.
  for (const task of tasks) await useTraining(page, 0, [task]);
  for (const task of tasks) await trainToTheEnd(page, task);
  const before = await restAndCount(page);
  await useTraining(page, 15_000, tasks);
  const after = await restAndCount(page);
  const more = { ...kMore, wasm: 16 * 1024 * 1024 };
  expect(compared(before, after, more).filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
});
