/** The list of the site's models without a network. */
import { expect, it, vi } from 'vitest';
import { siteModels } from '../../../../web/src/model/checkpoint/fetch-model';
it('the kept list of models stays if the storage is full at a later visit', async () => {
  const kept = new Map<string, Response>();
  let isFull = false;
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    delete: async (url: string) => kept.delete(url),
    put: async (url: string, response: Response) => {
      if (isFull) throw new Error('full');
      kept.set(url, response);
    },
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const about = { files: { 'model.safetensors': 5 }, sha256: '0', source: 'a', licence: 'b' };
  vi.stubGlobal('fetch', async () => Response.json(about));
  const folder = new URL('https://example.org/models/');
  const models = await siteModels(folder);
  expect(models).not.toBeNull();
  isFull = true;
  await siteModels(folder);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  expect(await siteModels(folder)).toEqual(models);
});
