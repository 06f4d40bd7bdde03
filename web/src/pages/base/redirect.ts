/** Redirects to the page that shows the address's model. */
import { pageOf } from '../../settings/shared';

/** Returns true if it redirects. `here`: the files of the pages whose models this page can show; `''` is the first page. */
export function redirectsToOtherPage(...here: readonly string[]): boolean {
  const model = new URLSearchParams(location.hash.slice(1)).get('model');
  const page = model === null ? null : pageOf(model);
  if (page === null || here.includes(page)) return false;
  location.replace(`./${page}${location.hash}`);
  return true;
}
