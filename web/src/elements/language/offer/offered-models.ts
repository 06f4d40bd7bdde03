/**
 * The list of the site's models. It is loaded with the page, and again by a click; the models themselves load when
 * opened.
 */
import type { ReactiveControllerHost } from 'lit';
import {
  siteModels,
  type SiteModelName,
  type SiteModels,
} from '../../../model/checkpoint/fetch-model';
import '../../../words/add-language-model';
import { Refusal } from '../../../words/refusal';
import { providedLanguage } from './text-engine';

interface Offer {
  /** The folder that holds the models; null if none is known. */
  readonly folder: URL | null;
  /** Null if the folder has none. */
  readonly models?: SiteModels | null;
  /** Why the list of its models could not be read. */
  readonly problem?: Error;
}

export class OfferedModels {
  /** Null if the folder has none; undefined until the list has loaded, or if no folder is known. */
  models: SiteModels | null | undefined;
  /** Why the list of its models could not be read. */
  problem: Error | null = null;
  /** Whether no folder with models is known. */
  isNowhere = false;
  #offer: Promise<Offer> = Promise.resolve({ folder: null });

  /** `models`: the address of their folder. */
  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly engine: unknown;
      readonly models: string;
    },
  ) {}

  /** Of several requests, only the answer to the last one counts. */
  async ask(): Promise<void> {
    const offer = (this.#offer = this.#ask());
    [this.models, this.problem] = [undefined, null];
    this.host.requestUpdate();
    const { folder, models, problem = null } = await offer;
    if (offer !== this.#offer) return;
    [this.models, this.problem, this.isNowhere] = [models, problem, folder === null];
    this.host.requestUpdate();
  }

  /** The folder and the version of a model's files. Waits for the server; throws a Refusal if the site has none. */
  async place(name: SiteModelName): Promise<{ folder: URL; version: string }> {
    const { folder, models, problem } = await this.#offer;
    if (!folder) throw new Refusal(({ languageModel }) => languageModel.noModels);
    if (problem) throw problem;
    if (!models) throw new Refusal(({ languageModel }) => languageModel.notOnSite);
    return { folder: new URL(name, folder), version: models[name].sha256 };
  }

  async #ask(): Promise<Offer> {
    const { engine, models } = this.host;
    const address = models || (engine ? '' : (await providedLanguage()).models);
    if (!address) return { folder: null };
    const folder = new URL(address.replace(/\/?$/, '/'), document.baseURI);
    try {
      return { folder, models: await siteModels(folder) };
    } catch (error) {
      return { folder, problem: error as Error };
    }
  }
}
