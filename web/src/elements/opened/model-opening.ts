/** Opens a model by its name, its address or its files, one at a time; what was open stays open until then. */
import type { ReactiveControllerHost } from 'lit';
import { fetchModel, type FetchOptions, type SiteModelName } from '../../model/fetch-model';
import { isSiteModelName, modelSource } from '../../model/model-source';
import type { TextEngine, TextModel } from '../../model/text-model';
import { OfferedModels } from './offered-models';
import type { AskedModel } from './report';
import { providedLanguage } from './text-engine';

export class ModelOpening {
  model: TextModel | null = null;
  /** The name or the address of the model that is open; null for files of one's own. */
  source: string | null = null;
  /** What was asked for last, a name or an address; null for files. */
  asked: string | null = null;
  phase: 'none' | 'loading' | 'opening' = 'none';
  /** Bytes loaded so far. */
  bytes = 0;
  problem: Error | null = null;
  /** Whether the browser failed to keep the model of the site for the next time. */
  isNotKept = false;
  readonly offered: OfferedModels;
  #abort: AbortController | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly engine: TextEngine | Promise<TextEngine> | undefined;
      readonly models: string;
    },
    private readonly onOpen: () => void,
  ) {
    this.offered = new OfferedModels(host);
  }

  /** The model of the site that is open. */
  get name(): SiteModelName | null {
    return isSiteModelName(this.source) ? this.source : null;
  }

  readonly engine = async (): Promise<TextEngine> =>
    this.host.engine ?? (await providedLanguage()).engine();

  async open(model: AskedModel): Promise<void> {
    if ('files' in model) return this.#open(null, async () => model.files);
    const { source } = model;
    await this.#open(source, async (options) => {
      const asked = (this.asked = modelSource(source));
      if (!isSiteModelName(asked)) return fetchModel(asked, options);
      const { folder, version } = await this.offered.place(asked);
      return fetchModel(folder, { ...options, version });
    });
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.phase = 'none';
    this.host.requestUpdate();
  }

  close(): void {
    this.cancel();
    this.model?.close();
    this.model = this.source = null;
  }

  async #open(
    source: string | null,
    filesOf: (options: FetchOptions) => Promise<readonly File[]>,
  ): Promise<void> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    [this.asked, this.phase, this.bytes, this.problem] = [source, 'loading', 0, null];
    this.isNotKept = false;
    const onProgress = (bytes: number) => {
      this.bytes = bytes;
      this.host.requestUpdate();
    };
    const onNotKept = () => {
      if (signal.aborted) return;
      this.isNotKept = true;
      this.host.requestUpdate();
    };
    try {
      const files = await filesOf({ signal, onProgress, onNotKept });
      if (signal.aborted) return;
      this.phase = 'opening';
      this.host.requestUpdate();
      const [{ TextModel }] = await Promise.all([
        import('../../model/text-model'),
        import('./later-views'),
      ]);
      const model = await TextModel.open(files, await this.engine());
      if (signal.aborted) return model.close();
      this.model?.close();
      [this.model, this.source] = [model, this.asked];
      this.onOpen();
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    } finally {
      if (!signal.aborted) {
        this.phase = 'none';
        this.host.requestUpdate();
      }
    }
  }
}
