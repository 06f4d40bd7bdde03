import { expect, it, vi } from 'vitest';
import { inLanguage } from '../../../../web/src/elements/base/in-language';
it("a link names the language if it is not the browser's", () => {
  vi.stubGlobal('navigator', { language: 'de-AT' });
  expect(inLanguage('v=3&model=minilm', 'de')).toBe('v=3&model=minilm');
  expect(inLanguage('v=3&model=minilm', 'zh')).toBe('v=3&model=minilm&lang=zh');
  expect(inLanguage('', 'zh')).toBe('lang=zh');
  expect(inLanguage('', 'de')).toBe('');
});
