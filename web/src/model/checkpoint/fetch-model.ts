/** Fetches the models that come with the site on request. The browser keeps them. */
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';
import { fetchOrRefuse } from './fetch-or-refuse';
import { isMissing } from './missing-file';
import { kIndex, kWeights, weightMapOf } from './model-files';
import { siteModelOf, type SiteModel } from './site-model';

export const siteModelNames = ['minilm', 'minilm-float16'] as const;
export type SiteModelName = (typeof siteModelNames)[number];

export type SiteModels = Readonly<Record<SiteModelName, SiteModel>>;

export interface FetchOptions {
  /** The number of bytes loaded so far, of all files. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
  /** Keeps the files of this version for the next time. Without it, nothing is kept. */
  version?: string;
  /** The browser does not keep a file that it should: its storage may be full, or not allowed. */
  onNotKept?: () => void;
}

const kCache = 'attention-lab-models';
/**
 * The browser's own cache need not keep what the page keeps. Two tabs that load a file at once would share its entry
 * there, and if that is too large for it, the second download breaks off.
 */
const kKeptHere = { cache: 'no-store' } as const;
/** How much of a download the page holds in memory before it moves it into a blob. */
const kBlobBytes = 4 * 2 ** 20;

/**
 * The contents of about.json for each model in the folder, or the previous contents if the server does not answer. Null
 * if it has none. Throws a Refusal if the server does not answer the first time.
 */
export async function siteModels(folder: URL): Promise<SiteModels | null> {
  const cache = await openCache();
  try {
    const models = siteModelNames.map(async (name) => {
      const about = await aboutAt(new URL(`${name}/about.json`, folder).href, cache);
      return [name, siteModelOf(await about.text())] as const;
    });
    return Object.fromEntries(await Promise.all(models)) as SiteModels;
  } catch (error) {
    if (error instanceof NoFile) return null;
    throw error;
  }
}

async function aboutAt(url: string, cache: Cache | null): Promise<Blob> {
  let about: Blob | null;
  try {
    about = await download(url);
  } catch (error) {
    const cached = await cache?.match(url);
    if (!cached) throw error;
    return cached.blob();
  }
  if (!about) throw new NoFile(({ languageModel }) => languageModel.notOnSite);
  // If the storage is full, this fails, and the previous contents stay.
  cache?.put(url, new Response(about)).catch(() => {});
  return about;
}

/** The files of a folder. Throws a Refusal if they are not there, or if the connection breaks off. */
export async function fetchModel(
  folder: string | URL,
  { onProgress, signal, version, onNotKept }: FetchOptions = {},
): Promise<File[]> {
  const cache = version === undefined ? null : await openCache();
  if (version !== undefined && !cache) onNotKept?.();
  const counts = new Map<string, number>();
  // When one file fails, the others are not needed.
  const stop = new AbortController();
  const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const file = async (name: string) => {
    const url = `${String(folder).replace(/\/$/, '')}/${name}`;
    const key = `${url}?${version}`;
    const cached = await cache?.match(key);
    const blob = cached
      ? await cached.blob()
      : await download(url, { signal: signals, ...(cache && kKeptHere) }, (bytes) => {
          counts.set(name, bytes);
          onProgress?.([...counts.values()].reduce((sum, each) => sum + each, 0));
        });
    if (!blob)
      throw new NoFile(({ languageModel }) =>
        version === undefined ? languageModel.noFileAt(url) : languageModel.notOnSite,
      );
    if (cache && !cached)
      void keep(cache, key, blob).then((isKept) => {
        if (!isKept) onNotKept?.();
      });
    return new File([blob], name);
  };
  try {
    const all = [file('config.json'), file('tokenizer.json'), weightsOf(file)];
    return (await Promise.all<File | File[]>(all)).flat();
  } catch (error) {
    stop.abort();
    throw error;
  }
}

class NoFile extends Refusal {}

/** A single file, or the shards with their index. */
async function weightsOf(file: (name: string) => Promise<File>): Promise<File[]> {
  try {
    return [await file(kWeights)];
  } catch (missing) {
    if (!(missing instanceof NoFile)) throw missing;
    const index = await file(kIndex).catch((error: unknown) => {
      throw error instanceof NoFile ? missing : error;
    });
    const shards = [...new Set((await weightMapOf(index)).values())];
    return [index, ...(await Promise.all(shards.map(file)))];
  }
}

/** Storage is not available everywhere: a page opened from a file and some frames have none. */
async function openCache(): Promise<Cache | null> {
  try {
    return await caches.open(kCache);
  } catch {
    return null;
  }
}

/**
 * Keeps a file, and drops its other versions first, which makes room for it. False if the storage is full even then: the
 * model opens all the same, and is fetched again the next time.
 */
async function keep(cache: Cache, key: string, blob: Blob): Promise<boolean> {
  try {
    await cache.delete(key, { ignoreSearch: true });
    await cache.put(key, new Response(blob));
    return true;
  } catch {
    return false;
  }
}

/** Null if there is no such file. */
async function download(
  url: string,
  init: RequestInit = {},
  onBytes: (bytes: number) => void = () => {},
): Promise<Blob | null> {
  const response = await fetchOrRefuse(url, init);
  if (isMissing(response)) return null;
  const { ok, status, body } = response;
  if (!ok) throw new Refusal(({ languageModel }) => languageModel.badStatus(url, status));
  if (!body) return null;
  // The browser keeps blobs outside the page's memory, and the blob of blobs does not copy them.
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, bytesInBlobs] = [0, 0];
  const keepParts = () => {
    blobs.push(new Blob(parts));
    [parts, bytesInBlobs] = [[], bytes];
  };
  try {
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
      if (bytes - bytesInBlobs > kBlobBytes) keepParts();
    }
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Refusal(({ languageModel }) => languageModel.brokenOff);
  }
  keepParts();
  return new Blob(blobs);
}
