/** MiniLM in the offline file: its files are base64 text in elements of the page (web/build/model-parts.ts). */
import type { FetchOptions, SiteModelName } from './fetch-model';
import { siteModelOf, type SiteModel } from './site-model';

export const siteModelNames: readonly SiteModelName[] = ['minilm'];

/** The files, once they are decoded. The browser keeps them outside the page's memory. */
let decoded: readonly File[] | null = null;

const elementsOf = (name: string) =>
  document.querySelectorAll<HTMLScriptElement>(`script[data-file="${name}"]`);

export async function siteModels(): Promise<Partial<Record<SiteModelName, SiteModel>> | null> {
  const [about] = elementsOf('about.json');
  return { minilm: siteModelOf(about!.text) };
}

export async function fetchModel(
  _folder: string | URL,
  { onProgress, signal }: FetchOptions = {},
): Promise<readonly File[]> {
  if (decoded) return decoded;
  // The model's <script> elements follow this script in the HTML.
  if (document.readyState === 'loading')
    await new Promise((resolve) =>
      document.addEventListener('DOMContentLoaded', resolve, { once: true }),
    );
  let bytes = 0;
  const files: File[] = [];
  const names = ['config.json', 'tokenizer.json', 'model.safetensors'];
  for (const name of names) {
    const blobs: Blob[] = [];
    for (const { text } of elementsOf(name)) {
      signal?.throwIfAborted();
      const part = bytesOfBase64(text);
      blobs.push(new Blob([part]));
      onProgress?.((bytes += part.length));
      // Shows the progress.
      await new Promise((resolve) => setTimeout(resolve));
    }
    files.push(new File(blobs, name));
  }
  // Another call may be decoding the elements by now.
  signal?.throwIfAborted();
  for (const name of names) for (const element of elementsOf(name)) element.remove();
  return (decoded = files);
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
