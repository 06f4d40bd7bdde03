/** The models that come with the site, fetched when asked for and kept by the browser. */
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import { modelFileNames } from './model-files';

export const siteModelNames = ['minilm', 'minilm-float16'] as const;
export type SiteModelName = (typeof siteModelNames)[number];

export interface SiteModel {
  /** Of all files. */
  readonly bytes: number;
  /** Of model.safetensors. */
  readonly sha256: string;
}
export type SiteModels = Readonly<Record<SiteModelName, SiteModel>>;

export interface FetchOptions {
  /** Bytes that have come, of all files. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
  /** Keeps the files of this version for the next time. Without it, nothing is kept. */
  version?: string;
}

const kCache = 'attention-lab-models';

/** What about.json says of each model. Throws if the site has none. */
export async function siteModels(base: string): Promise<SiteModels> {
  const models = siteModelNames.map(async (name) => {
    const response = await fetch(new URL(`./models/${name}/about.json`, base));
    const { files, sha256 } = (await response.json()) as {
      files: Record<string, number>;
      sha256: string;
    };
    const bytes = Object.values(files).reduce((sum, each) => sum + each, 0);
    return [name, { bytes, sha256 }] as const;
  });
  return Object.fromEntries(await Promise.all(models)) as SiteModels;
}

/** The files of a folder. Throws a Refusal if they are not there, or if the connection breaks off. */
export async function fetchModel(
  folder: string | URL,
  { onProgress, signal, version }: FetchOptions = {},
): Promise<File[]> {
  const cache = version === undefined ? null : await openCache();
  const counts = new Map<string, number>();
  // When one file fails, the others are not needed.
  const stop = new AbortController();
  const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const fetched = modelFileNames.map(async (name) => {
    const url = `${String(folder).replace(/\/$/, '')}/${name}`;
    const key = `${url}?${version}`;
    const kept = await cache?.match(key);
    const blob = kept
      ? await kept.blob()
      : await download(url, signals, (bytes) => {
          counts.set(name, bytes);
          onProgress?.([...counts.values()].reduce((sum, each) => sum + each, 0));
        });
    if (cache && !kept) void keep(cache, key, blob);
    return new File([blob], name);
  });
  try {
    return await Promise.all(fetched);
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/** Storage is not allowed everywhere: not in a file, nor in some frames. */
async function openCache(): Promise<Cache | null> {
  try {
    return await caches.open(kCache);
  } catch {
    return null;
  }
}

/** In the place of other versions. A full disk is no reason to refuse the model: it is only not kept. */
async function keep(cache: Cache, key: string, blob: Blob): Promise<void> {
  try {
    await cache.delete(key, { ignoreSearch: true });
    await cache.put(key, new Response(blob));
  } catch {
    // Fetched again the next time.
  }
}

async function download(
  url: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refusal(({ opened }) => opened.noConnection);
  }
  // Some servers answer with a page where a file is missing.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!response.ok || isPage || !response.body) throw new Refusal(({ opened }) => opened.notOnSite);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refusal(({ opened }) => opened.brokenOff);
  }
  return new Blob(parts);
}
