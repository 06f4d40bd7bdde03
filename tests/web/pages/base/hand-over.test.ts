import { expect, it, vi } from 'vitest';
import { handOver, sentenceHash } from '../../../../web/src/pages/base/hand-over';
import type { PageLanguage } from '../../../../web/src/pages/base/page-language';

it("gives a link the text that is shown, or else only the page's language", () => {
  let lang = '';
  let text: string | null = null;
  const listeners: Record<string, () => void> = {};
  const addEventListener = (type: string, listen: () => void) => (listeners[type] = listen);
  const link = { hash: '', addEventListener };
  vi.stubGlobal('document', { querySelector: () => link });
  const writeTo = (hash: string) => [hash, lang && `lang=${lang}`].filter(Boolean).join('&');
  handOver({ writeTo } as PageLanguage, {
    'model.html': () => text && sentenceHash({ text, word: 3 }),
  });
  const hash = () => {
    listeners['pointerenter']!();
    return link.hash;
  };
  expect(hash()).toBe('');
  lang = 'de';
  expect(hash()).toBe('lang=de');
  text = 'Time flies';
  expect(hash()).toBe('v=3&text=Time+flies&word=3&lang=de');
  text = null;
  expect(hash()).toBe('lang=de');
});
