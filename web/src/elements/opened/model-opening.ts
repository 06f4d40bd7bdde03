/** Opens a model of the site or files of one's own, one at a time; what was open stays open until then. */
import type { ReactiveControllerHost } from 'lit';
import { fetchModel, type SiteModelName } from '../../model/fetch-model';
import type { TextEngine, TextModel } from '../../model/text-model';

export class ModelOpening {
  model: TextModel | null = null;
  /** The model of the site that is open. */
  name: SiteModelName | null = null;
  /** The model of the site that is being loaded. */
  opening: SiteModelName | null = null;
  phase: 'none' | 'loading' | 'opening' = 'none';
  /** Bytes loaded so far. */
  bytes = 0;
  problem: Error | null = null;
  /** Whether the browser failed to keep the model of the site for the next time. */
  isNotKept = false;
  #abort: AbortController | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly engine: TextEngine | Promise<TextEngine> | undefined;
    },
    private readonly onOpen: () => void,
  ) {}

  /** `version`: of its files. Files of another version are fetched again. */
  async openSiteModel(name: SiteModelName, version: string): Promise<void> {
    const folder = new URL(`./models/${name}`, document.baseURI);
    await this.#open(name, (signal) =>
      fetchModel(folder, {
        signal,
        version,
        onNotKept: () => {
          if (signal.aborted) return;
          this.isNotKept = true;
          this.host.requestUpdate();
        },
        onProgress: (bytes) => {
          this.bytes = bytes;
          this.host.requestUpdate();
        },
      }),
    );
  }

  async openFiles(files: readonly File[]): Promise<void> {
    if (files.length > 0) await this.#open(null, async () => files);
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
    this.model = this.name = null;
  }

  async #open(
    name: SiteModelName | null,
    filesOf: (signal: AbortSignal) => Promise<readonly File[]>,
  ): Promise<void> {
    const engine = this.host.engine;
    if (!engine) return;
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    [this.opening, this.phase, this.bytes, this.problem] = [name, 'loading', 0, null];
    this.isNotKept = false;
    try {
      const files = await filesOf(signal);
      if (signal.aborted) return;
      this.phase = 'opening';
      this.host.requestUpdate();
      const { TextModel } = await import('../../model/text-model');
      const model = await TextModel.open(files, await engine);
      if (signal.aborted) return model.close();
      this.model?.close();
      [this.model, this.name] = [model, name];
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
