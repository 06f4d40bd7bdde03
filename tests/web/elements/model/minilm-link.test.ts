import { expect, it, vi } from 'vitest';
import { miniLmHash } from '../../../../web/src/elements/model/minilm-link';

it("takes the sentence along, and the language where it is not the browser's", () => {
  vi.stubGlobal('navigator', { language: 'de-AT' });
  expect(miniLmHash('The zebra ran.', 'de')).toBe('model=minilm&text=The+zebra+ran.');
  expect(miniLmHash('The zebra ran.', 'zh')).toBe('model=minilm&text=The+zebra+ran.&lang=zh');
  vi.unstubAllGlobals();
});
