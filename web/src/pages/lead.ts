/** Leads from one page to the one that shows the model of the address. */
import { pageOf } from '../description';

/** Whether it leaves. `here`: the files of pages whose models this page shows, `''` being the first page. */
export function leadsOn(...here: readonly string[]): boolean {
  const model = new URLSearchParams(location.hash.slice(1)).get('model');
  const page = model === null ? null : pageOf(model);
  if (page === null || here.includes(page)) return false;
  location.replace(`./${page}${location.hash}`);
  return true;
}
