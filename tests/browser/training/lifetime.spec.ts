/** Training leaves nothing behind. This test uses each of two tasks once, `npm run soak` all tasks for ten minutes. */
import { expect, test } from '@playwright/test';
import { open } from './training-page.ts';
import { compared, kMore, restAndCount, trainToTheEnd, useTask } from './training-use.ts';

test('runs, seeds, seeking, comparisons and examples leave no worker, node, listener or memory behind', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const tasks = ['sort', 'induction'];
  // After each task has been used once, everything that is created once exists; and after a complete run with all its
  // snapshots the engine has all the memory that it will need, however fast the machine is.
  for (const task of tasks) await useTask(page, task, 0);
  for (const task of tasks) await trainToTheEnd(page, task);
  const more = { ...kMore, wasm: 16 * 1024 * 1024 };
  const leaksOfUses = async () => {
    const before = await restAndCount(page);
    for (const [i, task] of tasks.entries()) await useTask(page, task, i);
    const after = await restAndCount(page);
    return compared(before, after, more).filter(({ verdict }) => verdict !== 'ok');
  };
  // On a slow machine a part of the page may be drawn for the first time only now. What a use leaves behind, it leaves
  // behind each time.
  if ((await leaksOfUses()).length > 0) expect(await leaksOfUses()).toEqual([]);
});
