/** The models that come with the site, fetched when asked for and kept by the browser. */
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import { modelFileNames } from './model-files';

export const siteModelNames = ['minilm', 'minilm-float16'] as const;
export type SiteModelName = (typeof siteModelNames)[number];

export interface FetchOptions {
  /** Bytes that have come, of all files. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
}

const kCache = 'attention-lab-models';

/** The files of a folder. Throws a Refusal if they are not there, or if the connection breaks off. */
export async function fetchModel(
  folder: string | URL,
  { onProgress, signal }: FetchOptions = {},
): Promise<File[]> {
  const cache = await openCache();
  const counts = new Map<string, number>();
  return Promise.all(
    modelFileNames.map(async (name) => {
      const url = `${String(folder).replace(/\/$/, '')}/${name}`;
      const kept = await cache?.match(url);
      const blob = kept
        ? await kept.blob()
        : await download(url, signal, (bytes) => {
            counts.set(name, bytes);
            onProgress?.([...counts.values()].reduce((sum, each) => sum + each, 0));
          });
      // Kept while the model opens. A full disk is no reason to refuse it: it is only not kept.
      if (!kept) void cache?.put(url, new Response(blob)).catch(() => undefined);
      return new File([blob], name);
    }),
  );
}

/** Storage is not allowed everywhere: not in a file, nor in some frames. */
async function openCache(): Promise<Cache | null> {
  try {
    return await caches.open(kCache);
  } catch {
    return null;
  }
}

async function download(
  url: string,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url, { signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
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
    if (signal?.aborted) throw error;
    throw new Refusal(({ opened }) => opened.brokenOff);
  }
  return new Blob(parts);
}
