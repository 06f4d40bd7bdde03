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

export class OfferedModels {
  /** Null if the folder has none; undefined until the list has loaded, or if no folder is known. */
  models: SiteModels | null | undefined;
  /** The folder that holds the models. */
  folder: URL | null = null;
  /** Why the list of its models could not be read. */
  problem: Error | null = null;
  /** Whether no folder with models is known. */
  isNowhere = false;
  #answer: Promise<void> = Promise.resolve();

  /** `models`: the address of their folder. */
  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly engine: unknown;
      readonly models: string;
    },
  ) {}

  ask(): Promise<void> {
    return (this.#answer = this.#ask());
  }

  /** The folder and the version of a model's files. Waits for the server; throws a Refusal if the site has none. */
  async place(name: SiteModelName): Promise<{ folder: URL; version: string }> {
    await this.#answer;
    const { folder, models, problem } = this;
    if (!folder) throw new Refusal(({ languageModel }) => languageModel.noModels);
    if (problem) throw problem;
    if (!models) throw new Refusal(({ languageModel }) => languageModel.notOnSite);
    return { folder: new URL(name, folder), version: models[name].sha256 };
  }

  async #ask(): Promise<void> {
    const { engine, models } = this.host;
    const address = models || (engine ? '' : (await providedLanguage()).models);
    this.isNowhere = !address;
    if (address) await this.#askAt(address);
    this.host.requestUpdate();
  }

  async #askAt(address: string): Promise<void> {
    const folder = (this.folder = new URL(address.replace(/\/?$/, '/'), document.baseURI));
    try {
      const models = await siteModels(folder);
      if (this.folder === folder) [this.models, this.problem] = [models, null];
    } catch (error) {
      if (this.folder === folder) this.problem = error as Error;
    }
  }
}
