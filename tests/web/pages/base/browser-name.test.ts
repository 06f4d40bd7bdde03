/** The browser's name on the pages of measurements. */
import { expect, it, vi } from 'vitest';
import { browserName } from '../../../../web/src/pages/base/browser-name';
const chrome =
  'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

it.each([
  [chrome, 'Chrome 140'],
  [`${chrome} Edg/141.0.0.0`, 'Edge 141'],
  ['Mozilla/5.0 (X11; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143'],
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari 18.6',
  ],
  ['something else', 'something else'],
])('is read from the user agent %s', (userAgent, name) => {
  vi.stubGlobal('navigator', { userAgent });
  expect(browserName()).toBe(name);
});

it('is the brand that is neither Chromium nor made up, if the browser lists brands', () => {
  const brands = [
    { brand: 'Not;A=Brand', version: '8' },
    { brand: 'Chromium', version: '140' },
    { brand: 'Microsoft Edge', version: '141' },
  ];
  vi.stubGlobal('navigator', { userAgent: chrome, userAgentData: { brands } });
  expect(browserName()).toBe('Microsoft Edge 141');
});
