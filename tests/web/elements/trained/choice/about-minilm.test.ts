/** What the server's answers say about the site's MiniLM. */
import { describe, expect, it, vi } from 'vitest';
import { aboutMiniLm } from '../../../../../web/src/elements/trained/choice/about-minilm';
import { megabytes } from '../../../../../web/src/model/checkpoint/site-model';

function answer(response: Response | Error) {
  vi.stubGlobal('document', { baseURI: 'https://lab.example/' });
  const fetched = vi.fn(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const about = { source: 'a package', licence: 'Apache-2.0', sha256: '00' };

describe('The facts about MiniLM', () => {
  it('are those of about.json, with the size of all files', async () => {
    const fetched = answer(Response.json({ ...about, files: { a: 20_000_000, b: 5_400_000 } }));
    const model = await aboutMiniLm('lab/');
    expect(model).toEqual({ ...about, bytes: 25_400_000 });
    expect(megabytes(model!.bytes)).toBe(25);
    const url = new URL('https://lab.example/lab/models/minilm/about.json');
    expect(fetched).toHaveBeenCalledWith(url);
  });

  it('are null on a site without MiniLM', async () => {
    for (const status of [404, 410]) {
      answer(new Response(null, { status }));
      expect(await aboutMiniLm('')).toBeNull();
    }
    // Some servers answer with a page.
    answer(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
    expect(await aboutMiniLm('')).toBeNull();
  });

  it('are not known if the server does not answer or fails', async () => {
    answer(new TypeError('no network'));
    await expect(aboutMiniLm('')).rejects.toThrow('no network');
    answer(new Response(null, { status: 503 }));
    await expect(aboutMiniLm('')).rejects.toThrow('status 503');
  });
});
