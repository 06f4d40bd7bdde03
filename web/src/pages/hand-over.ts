/** The bar's links take what is shown here along: the same model, input and place on another page. */
import { linkOf } from '../link-settings';
import type { PageLanguage } from './page-language';

/**
 * `hashes`: for each page (`''` is the first page), the hash of what is shown here, computed when its link is hovered or
 * focused. null keeps the page's default.
 */
export function handOver(
  language: PageLanguage,
  hashes: Readonly<Record<string, () => string | null>>,
): void {
  for (const [page, hashOf] of Object.entries(hashes)) {
    const link = document.querySelector<HTMLAnchorElement>(
      `.bar nav a:is([href="./${page}"], [href^="./${page}#"])`,
    );
    const update = () => {
      const hash = hashOf();
      // Without one, what PageLanguage writes.
      if (link) link.hash = hash === null ? language.writeTo('').slice(1) : language.writeTo(hash);
    };
    for (const type of ['pointerenter', 'pointerdown', 'focus'])
      link?.addEventListener(type, update);
  }
}

interface Sentence {
  readonly text: string;
  /** As in the address, from 0; absent if none was chosen. */
  readonly word?: number | undefined;
}

/** For a page of one sentence; `more`: what else it has a meaning for. */
export const sentenceHash = (
  { text, word }: Sentence,
  more: Parameters<typeof linkOf>[0] = {},
): string => linkOf({ ...more, text, word });

/** For the pages of trained models: the model that reads English. A word that it does not know is named there. */
export const goesWithHash = (sentence: Sentence): string =>
  sentenceHash(sentence, { model: 'goes_with' });
