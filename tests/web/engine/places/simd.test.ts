/** Chooses the build to load: relaxed SIMD if it exists and can run, otherwise SIMD. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../../../web/src/engine/client/engine';
import { buildFor } from '../../../../web/src/engine/places/simd';

const plain = { url: 'https://lab.example/attention.wasm', simd: 'SIMD' };
const relaxed = { url: 'https://lab.example/attention.relaxed.wasm', simd: 'relaxed SIMD' };

const urls = vi.hoisted(() => ({ wasmUrl: '', relaxedUrl: undefined as string | undefined }));
vi.mock('../../../../web/src/engine/places/site-wasm-urls', () => ({ wasmUrls: urls }));

/** A machine that accepts or rejects any module. */
const machineThat = (accepts: boolean) =>
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(accepts);

/** Returns the URLs that the engine is requested from; nothing is there. */
async function loaded(): Promise<string[]> {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return new Response('not found', { status: 404 });
  });
  await expect(createEngine({ worker: false })).rejects.toThrow('HTTP 404');
  return urls;
}

beforeEach(() => Object.assign(urls, { wasmUrl: plain.url, relaxedUrl: relaxed.url }));
afterEach(() => vi.unstubAllGlobals());

describe('the engine', () => {
  it('is the relaxed SIMD build on a machine that supports it', async () => {
    machineThat(true);
    expect(buildFor(urls)).toEqual(relaxed);
    expect(await loaded()).toEqual([relaxed.url]);
  });

  it('is the plain build on a machine that does not', async () => {
    machineThat(false);
    expect(buildFor(urls)).toEqual(plain);
    expect(await loaded()).toEqual([plain.url]);
  });

  it('is the plain build on every machine if there is no other', async () => {
    urls.relaxedUrl = undefined;
    machineThat(true);
    expect(buildFor(urls)).toEqual(plain);
    expect(await loaded()).toEqual([plain.url]);
  });
});

// Replaces f32x4.relaxed_madd by v128.bitselect, which is part of plain SIMD.
it('the probe is refused only for its relaxed instruction', () => {
  const validate = machineThat(false);
  buildFor(urls);
  const [module] = validate.mock.calls[0] as [Uint8Array<ArrayBuffer>];
  validate.mockRestore();
  const bytes = [...module];
  const offset = bytes.findIndex((byte, i) => byte === 0xfd && bytes[i + 1] === 0x85);
  bytes.splice(offset, 3, 0xfd, 0xd2, 0x00);
  expect(WebAssembly.validate(Uint8Array.from(bytes))).toBe(true);
});
