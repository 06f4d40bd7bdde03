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

it.each(['en', 'de', 'zh'] as const)(
  'the link to the lab calls its model by the name of that choice of parameters (%s)',
  async (language) => {
    const { shipped } = (await loadWords(language)).training;
    const name = { en: 'shipped', de: 'mitgeliefert', zh: '预先训练好的' }[language];
    expect(shipped.starts.shipped).toContain(name);
    expect(shipped.lab).toContain(name);
  },
);
