/** The source of a model: the name of one of the site's, or the address of a folder with the hub's file names. */
import { excerpt } from '../../text/excerpt';
import { siteModelNames, type SiteModelName } from './fetch-model';
import { refuseModel } from './model-files';

export const isSiteModelName = (source: string | null): source is SiteModelName =>
  siteModelNames.some((name) => name === source);

/**
 * A name as it is, an address in full; one without a scheme is relative to `base`, the page. Throws a Refusal for
 * anything else, such as `javascript:` or a name that the site does not have.
 */
export function modelSource(source: string, base = globalThis.document?.baseURI): string {
  const text = source.trim();
  if (isSiteModelName(text)) return text;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0].toLowerCase();
  if (!scheme && !text.includes('/')) refuseModel((words) => words.noSource(excerpt(text)));
  if (scheme && !/^https?:$/.test(scheme)) refuseModel((words) => words.badScheme(excerpt(scheme)));
  if (!URL.canParse(text, base)) refuseModel((words) => words.badAddress(excerpt(text)));
  const { href, protocol, search, hash, username, password } = new URL(text, base);
  const isPlain = [search, hash, username, password].every((part) => part === '');
  if (!isPlain || !/^https?:$/.test(protocol))
    refuseModel((words) => words.badAddress(excerpt(text)));
  return href;
}
