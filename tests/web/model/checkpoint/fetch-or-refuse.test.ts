/** The message when a fetch fails: blocked by the page's policy, by another site, or without an answer. */
import { describe, expect, it, vi } from 'vitest';
import { fetchOrRefuse } from '../../../../web/src/model/checkpoint/fetch-or-refuse';

const signal = () => new AbortController().signal;

/** A page whose fetches fail. `blocked`: what the browser reports as blocked by the policy, after the error. */
function failingPage(blocked?: string): EventTarget {
  const page = Object.assign(new EventTarget(), { baseURI: 'https://lab.example/model.html' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://lab.example' });
  vi.stubGlobal('fetch', async () => {
    if (blocked !== undefined)
      setTimeout(() =>
        page.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), { blockedURI: blocked }),
        ),
      );
    throw new TypeError('Failed to fetch');
  });
  return page;
}

describe('a fetch that fails', () => {
  const other = 'https://example.org/bert/config.json';

  it.each([
    [other, other, 'security policy of this page (Content-Security-Policy'],
    [other, 'https://example.org', 'security policy of this page (Content-Security-Policy'],
    [other, 'https://another.example/x', 'Nothing could be read from https://example.org'],
    [other, 'inline', 'Nothing could be read from https://example.org'],
    [other, undefined, 'does not let pages of other sites read its files (CORS)'],
    ['https://lab.example/bert/config.json', undefined, 'The server does not answer'],
    ['./bert/config.json', undefined, 'The server does not answer'],
  ])('%s, with %s blocked', async (url, blocked, why) => {
    const page = failingPage(blocked);
    const stops = vi.spyOn(page, 'removeEventListener');
    await expect(fetchOrRefuse(url, { signal: signal() })).rejects.toThrow(why);
    expect(stops).toHaveBeenCalledOnce();
  });

  it("that was canceled rethrows the browser's error", async () => {
    failingPage();
    await expect(fetchOrRefuse(other, { signal: AbortSignal.abort() })).rejects.toThrow(
      'Failed to fetch',
    );
  });

  it('in Node says that the server does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    await expect(fetchOrRefuse(other, { signal: signal() })).rejects.toThrow(
      'The server does not answer',
    );
  });
});
