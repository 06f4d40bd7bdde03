/** Texts that name a choice elsewhere call it by its own name. */
import { expect, it } from 'vitest';
import '../../../web/src/words/add-trained';
import '../../../web/src/words/add-training-page';
import { languages, loadWords, type Language } from '../../../web/src/words/words';

it.each(Object.keys(languages) as Language[])(
  'the training page names the choice that opens a saved run in the lab (%s)',
  async (language) => {
    const { trained, training } = await loadWords(language);
    expect(training.keep.lab).toContain(trained.line.others.file);
  },
);
