import { isMissing } from '../../../model/checkpoint/missing-file';
import { siteModelOf, type SiteModel } from '../../../model/checkpoint/site-model';

/**
 * The site's facts about its MiniLM, for links to it. `lab`: the address of the site. Null where it does not have MiniLM.
 * Throws an error if the server does not answer.
 */
export async function aboutMiniLm(lab: string): Promise<SiteModel | null> {
  const answer = await fetch(new URL(`${lab}models/minilm/about.json`, document.baseURI));
  if (isMissing(answer)) return null;
  if (!answer.ok) throw new Error(`${answer.url}: status ${answer.status}`);
  return siteModelOf(await answer.text());
}
