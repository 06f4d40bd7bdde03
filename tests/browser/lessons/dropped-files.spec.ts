/** A lesson opens files that are dropped on its labs. */
import { expect, test } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import { npzOf } from '../../../web/src/files/npz.ts';
import { drop, exporter } from '../playground/export-page.ts';
import { openLesson } from './lesson-page.ts';

test('files can be dropped on a lab that is added after the view that opens them', async ({
  page,
}) => {
  await openLesson(page, `<attention-export for="late"></attention-export>`);
  await expect(exporter(page).getByRole('button', { name: 'Export' })).toBeVisible();
  await page.locator('main').evaluate((main) => {
    main.insertAdjacentHTML('beforeend', '<attention-lab id="late" tokens="a b"></attention-lab>');
  });
  const lab = page.locator('#late');
  const shape = () => lab.evaluate((lab: AttentionLab) => lab.result?.trace.weights.shape.join());
  await expect.poll(shape).toBe('1,2,2,2');
  const vectors = { shape: [1, 1, 3, 2], data: new Float32Array(6) };
  const file = npzOf(Object.entries({ q: vectors, k: vectors, v: vectors }));
  await drop(lab, 'late.npz', file);
  await expect.poll(shape).toBe('1,1,3,3');
});
