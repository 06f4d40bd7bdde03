/** The files of a whole sentence, of the story and of each head's effect say that their model is changed. */
import { expect, test } from '@playwright/test';
import { csvFields } from '../support/csv-fields.ts';
import { saved } from '../support/saved-file.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { python } from '../../support/python.ts';

test('all numbers of a sentence, a stage of the story and the effect of each head name the changes', async ({
  page,
}, info) => {
  await withoutMeasuring(page);
  await page.goto(
    './model.html#v=3&model=proof/checkpoints/bert/&text=The+cat+sat+on+the+mat.&word=2' +
      '&off=layers.0.attention:1&row=layers.1.attention:2:2-1',
  );
  await test.step('all numbers of the sentence', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all numbers of this sentence (NPZ)' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toMatch(/^sentence-bert.*-changed\.npz$/);
    await download.saveAs(info.outputPath('sentence.npz'));
    const about = JSON.parse(
      python('import numpy; print(numpy.load("sentence.npz")["about"][0])', info.outputPath()),
    );
    expect(about).toMatchObject({ text: 'The cat sat on the mat.', changed: '2' });
  });
  const fileOf = async (view: string) => {
    const { name, bytes } = await saved(page.locator(view), 'CSV');
    const [head, first] = bytes.toString('utf8').split('\r\n').map(csvFields);
    return { name, changed: first![head!.indexOf('changed')] };
  };
  await test.step('a stage of the story', async () => {
    const story = page.locator('attention-head-story');
    await story.evaluate((element) => element.scrollIntoView());
    await expect(story.locator('attention-save').first()).toBeVisible();
    const { name, changed } = await fileOf('attention-head-story');
    expect(name).toMatch(/-changed\.csv$/);
    expect(changed).toBe('2');
  });
  await test.step('the effect of each head', async () => {
    const effects = page.locator('attention-switch-off');
    const around = page.locator('attention-similarities');
    await around.evaluate((element) => element.scrollIntoView());
    await effects.evaluate((element) => element.scrollIntoView());
    await effects.getByRole('button').first().click();
    await expect(effects.locator('attention-save').first()).toBeVisible();
    const { name, changed } = await fileOf('attention-switch-off');
    expect(name).toMatch(/-changed\.csv$/);
    // Only heads that are off change the vectors of sentences.
    expect(changed).toBe('1');
  });
});
