/** The list of a folder's models while the folder changes. */
import { beforeEach, expect, it, vi } from 'vitest';
import { OfferedModels } from '../../../../../web/src/elements/language/offer/offered-models';
import { controllerHost } from '../../controller-host';

const aboutOf = (sha256: string) =>
  Response.json({ source: 'a package', licence: 'Apache-2.0', sha256, files: { a: 1_000_000 } });

/** The answers of the server that have not arrived, by address. */
const waiting = new Map<string, (answer: Response) => void>();
const answer = (folder: string, answerOf: () => Response) => {
  for (const [url, resolve] of waiting) if (url.includes(folder)) resolve(answerOf());
};

beforeEach(() => {
  waiting.clear();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { baseURI: 'https://lab.example/' }));
  vi.stubGlobal(
    'fetch',
    (url: string) => new Promise<Response>((resolve) => waiting.set(url, resolve)),
  );
});

function offered(models: string) {
  const host = { ...controllerHost, models, engine: {} };
  return { host, offer: new OfferedModels(host) };
}

/** Waits until the server has been asked for all models of a folder. */
const isAsked = (folder: string) =>
  expect.poll(() => [...waiting.keys()].filter((url) => url.includes(folder))).toHaveLength(2);

it('of two folders the later one is offered, also if the first one answers later', async () => {
  const { host, offer } = offered('first');
  const asked = [offer.ask()];
  await isAsked('first');
  host.models = 'second';
  asked.push(offer.ask());
  await isAsked('second');
  answer('second', () => aboutOf('2'));
  await asked[1];
  answer('first', () => aboutOf('1'));
  await asked[0];
  expect(offer.models?.minilm.sha256).toBe('2');
  expect(await offer.place('minilm')).toEqual({
    folder: new URL('https://lab.example/second/minilm'),
    version: '2',
  });
});

it('the models of the last folder are not offered while the next one is read, or if it fails', async () => {
  const { host, offer } = offered('first');
  const first = offer.ask();
  await isAsked('first');
  answer('first', () => aboutOf('1'));
  await first;
  expect(offer.models?.minilm.bytes).toBe(1_000_000);
  host.models = 'second';
  const second = offer.ask();
  expect(offer.models).toBeUndefined();
  await isAsked('second');
  answer('second', () => new Response(null, { status: 503 }));
  await second;
  expect(offer.models).toBeUndefined();
  expect(offer.problem?.message).toContain('503');
  await expect(offer.place('minilm')).rejects.toThrow('503');
});

it('without a folder no model is offered', async () => {
  const { host, offer } = offered('first');
  const first = offer.ask();
  await isAsked('first');
  answer('first', () => aboutOf('1'));
  await first;
  host.models = '';
  await offer.ask();
  expect(offer.isNowhere).toBe(true);
  expect(offer.models).toBeUndefined();
  await expect(offer.place('minilm')).rejects.toThrow('does not say where MiniLM is');
});
