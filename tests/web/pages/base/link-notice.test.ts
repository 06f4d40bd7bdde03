/** The notice about a link joins its sentences as the language does. */
import { expect, it, vi } from 'vitest';
import { LinkNotice } from '../../../../web/src/pages/base/link-notice';
import { Refusal } from '../../../../web/src/words/refusal';
import { loadWords, type Language } from '../../../../web/src/words/words';

const noticeIn = async (lang: Language) => {
  const element = { hidden: true, lang: '', textContent: '' };
  vi.stubGlobal('document', { querySelector: () => element });
  const words = await loadWords(lang);
  const notice = new LinkNotice({ loaded: async () => ({ words, lang }) });
  notice.show(new Refusal(({ refused }) => refused.linkPart('a')));
  notice.add(() => 'b');
  await vi.waitFor(() => expect(element.textContent).toContain('b'));
  return element.textContent;
};

it.each([
  ['en', /^\S.*\. \S.*\.$/],
  ['de', /^\S.*\. \S.*\.$/],
  ['zh', /^[^。]*。[^\s。][^。]*。$/],
] as const)('in %s', async (lang, joined) => {
  expect(await noticeIn(lang)).toMatch(joined);
});
