/** Which models the site has: asked when the page opens, and again by a click. Their weights come only when opened. */
import type { ReactiveControllerHost } from 'lit';
import { siteModels, type SiteModels } from '../../model/fetch-model';

export class OfferedModels {
  /** Null when the site has none. */
  models: SiteModels | null | undefined;
  /** Why it is not known which ones it has. */
  problem: Error | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onAnswer: () => void,
  ) {}

  async ask(): Promise<void> {
    try {
      this.models = await siteModels(document.baseURI);
      this.problem = null;
      this.onAnswer();
    } catch (error) {
      this.problem = error as Error;
    }
    this.host.requestUpdate();
  }
}
