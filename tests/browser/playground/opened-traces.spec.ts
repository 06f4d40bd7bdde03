/** Opening traces that the playground has saved. */
import { expect, test } from '@playwright/test';
import { open, settled, tokenButtons } from './playground-page.ts';
import { choose, drop, fileNote, opened, openPanel, panel, saved, traced } from './export-page.ts';

test('a trace brings its sentence and its settings back, as NPZ or JSON', async ({ page }) => {
  for (const format of ['NPZ', 'JSON'])
    await test.step(format, async () => {
      await open(page, {
        text: 'Ein <b>Satz</b>',
        head: 'mean',
        seed: 7,
        mask: 'causal',
        query: 1,
        step: 'scores',
      });
      const before = await traced(page, 'weights');
      if (format === 'NPZ') await openPanel(page);
      const { bytes } = await saved(page, panel(page).getByRole('button', { name: format }));
      await open(page, { text: 'Something else', d_model: 4 });
      await drop(page.locator('attention-formula'), `trace as ${format}`, bytes);
      await expect(opened(page).getByRole('status')).toHaveText(
        `Restored the sentence and settings from trace as ${format}.`,
      );
      await settled(page);
      expect(await traced(page, 'weights')).toEqual(before);
      await expect(page).toHaveURL(/#v=3&.*&head=mean&seed=7&mask=causal&word=1&matrix=scores$/);
      await expect(fileNote(page).getByRole('button')).toHaveCount(0);
    });
});

test('a trace whose numbers differ from its settings is shown with its own numbers', async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  const { bytes } = await saved(page, panel(page).getByRole('button', { name: 'JSON' }));
  const trace = JSON.parse(bytes.toString()) as { tensors: Record<string, { data: number[] }> };
  trace.tensors['q']!.data = trace.tensors['k']!.data;
  trace.tensors['weights']!.data.reverse();
  await choose(page, 'theirs.json', Buffer.from(JSON.stringify(trace)));
  await expect(opened(page).getByRole('status')).toContainText('gave different numbers');
  await expect(fileNote(page)).toContainText('theirs.json');
  const [q, k] = [await traced(page, 'q'), await traced(page, 'k')];
  expect(q).toEqual(k);
  await expect(tokenButtons(page).locator('.word')).toHaveText('The cat sat on the mat'.split(' '));
});
