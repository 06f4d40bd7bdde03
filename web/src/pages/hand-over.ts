/** The bar's links take what is shown here along: the same sentence on another page. */
import { linkOf } from '../link-settings';
import type { PageLanguage } from './page-language';

/**
 * `hashes`: of each page, its address for what is shown here, made when its link is pointed at or has the focus; null: as
 * it opens.
 */
export function handOver(
  language: PageLanguage,
  hashes: Readonly<Record<string, () => string | null>>,
): void {
  for (const [page, hashOf] of Object.entries(hashes)) {
    const link = document.querySelector<HTMLAnchorElement>(`.bar a[href^="./${page}"]`);
    const update = () => {
      const hash = hashOf();
      // Without one, what PageLanguage writes.
      if (link) link.hash = hash === null ? language.writeTo('').slice(1) : language.writeTo(hash);
    };
    for (const type of ['pointerenter', 'pointerdown', 'focus'])
      link?.addEventListener(type, update);
  }
}

/** An address of the page of a language model. */
export const sentenceHash = (text: string): string => linkOf({ text });
