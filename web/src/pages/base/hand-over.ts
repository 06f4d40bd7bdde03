/** Makes the bar's links open the same model, input and place on other pages. */
import { linkOf } from '../../settings/link';
import type { PageLanguage } from './page-language';

/**
 * `hashes`: for each page (`''` is the first page), the hash for what is shown here, computed when its link is hovered
 * or focused. null keeps the page's default.
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
      if (link) link.hash = language.writeTo(hash ?? '');
    };
    for (const type of ['pointerenter', 'pointerdown', 'focus'])
      link?.addEventListener(type, update);
  }
}

export interface Sentence {
  readonly text: string;
  /** Counted from 0, as in the address; undefined if none was chosen, or if the other page counts differently. */
  readonly word?: number | undefined;
}

/** The hash for a page that shows one sentence. `more`: further settings that the page knows. */
export const sentenceHash = (
  { text, word }: Sentence,
  more: Parameters<typeof linkOf>[0] = {},
): string => linkOf({ ...more, text, word });
