/** `openModel` of the engine's public API. */
import { checkCall } from '../../engine/checks/check-call';
import { refuseValue } from '../../engine/checks/expect';
import { fetchModel } from '../../model/checkpoint/fetch-model';
import type { TextEngine } from '../../model/checkpoint/open-model';
import { TextModel, type OpenOptions } from '../../model/language/text-model';

export async function openTextModel(
  engine: TextEngine,
  from: Iterable<File> | string | URL,
  options: OpenOptions = {},
): Promise<TextModel> {
  checkCall(options, ['weights', 'signal']);
  const { signal } = options;
  const isAddress = typeof from === 'string' || from instanceof URL;
  const files = isAddress ? await fetchModel(addressOf(from), { signal }) : filesIn(from);
  return TextModel.open(files, engine, options);
}

/** In a page it may be relative. Node fetches only from http: and https:. */
function addressOf(from: string | URL): string {
  const address = String(from);
  const base = globalThis.document?.baseURI;
  const isValid = base ? URL.canParse(address, base) : /^https?:/i.test(address);
  if (!isValid || !URL.canParse(address, base))
    refuseValue(
      'files, or the address of a folder, which begins with https: or http:',
      [],
      address,
    );
  return address;
}

const kExpected = 'files, or the address of a folder';

/** Also those of a FileList. */
function filesIn(from: unknown): readonly File[] {
  const isIterable = typeof from === 'object' && from !== null && Symbol.iterator in from;
  if (!isIterable) refuseValue(kExpected, [], from);
  const files: File[] = [];
  // Not all at once: a list may have billions of holes.
  for (const file of from as Iterable<File>) {
    if (!(file instanceof Blob && 'name' in file)) refuseValue(kExpected, [], [...files, file]);
    files.push(file);
  }
  return files;
}
