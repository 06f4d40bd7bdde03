/** Opens a model by name, address or files, one at a time. The open model stays until the next one has opened. */
import type { ReactiveControllerHost } from 'lit';
import {
  fetchModel,
  type FetchOptions,
  type SiteModelName,
} from '../../model/checkpoint/fetch-model';
import type { Provenance } from '../../files/provenance';
import { modelName } from '../../model/checkpoint/model-name';
import { isSiteModelName, modelSource } from '../../model/checkpoint/model-source';
import {
  formatLanguageState,
  type RequestedForm,
  type LanguageState,
} from '../../model/language/language-state';
import type { TextEngine, TextModel } from '../../model/language/text-model';
import { isOutOfMemory, loaded } from '../../words/refusal';
import { announceRetry } from '../base/announce-retry';
import { OfferedModels } from './offer/offered-models';
import type { ModelRequest } from './base/language-events';
import type { ExactModel } from './offer/attention-rounding';
import { providedLanguage } from './offer/text-engine';

/** MiniLM in 16 bits, from which the file in 8 bits was rounded. */
const kExact: SiteModelName = 'minilm-float16';

export class ModelOpening {
  model: TextModel | null = null;
  /** The title of the open model. */
  modelName: string | undefined;
  /** The name or the address of the open model; null for the visitor's own files. */
  source: string | null = null;
  /** The form that was requested for it, for the link; null for the form of its file, and for the visitor's own files. */
  weights: RequestedForm | null = null;
  /** The last request, a name or an address; null for files. */
  requested: string | null = null;
  phase: 'none' | 'loading' | 'opening' = 'none';
  /** Bytes loaded so far. */
  bytes = 0;
  problem: Error | null = null;
  /** Whether the browser failed to keep the model of the site for the next time. */
  isNotKept = false;
  readonly offered: OfferedModels;
  #abort: AbortController | null = null;
  /** The hash of the open model's file, once it is computed; not of the site's models, whose hashes are published. */
  #hash = '';
  /** Whether the visitor’s own files were opened again, after the element was moved. */
  isReopened = false;
  /** The latest request, and the last model that was opened. */
  #last: ModelRequest | null = null;
  #opened: ModelRequest | null = null;

  constructor(
    private readonly host: ReactiveControllerHost &
      HTMLElement & {
        readonly engine: TextEngine | Promise<TextEngine> | undefined;
        readonly models: string;
      },
    private readonly onOpen: () => void,
    private readonly onFailure: () => void,
  ) {
    this.offered = new OfferedModels(host);
  }

  /** The name of the open model, if it is one of the site's. */
  get name(): SiteModelName | null {
    return isSiteModelName(this.source) ? this.source : null;
  }

  /** The open model in a link. */
  get link(): Pick<LanguageState, 'model' | 'files' | 'weights'> {
    const { source, weights, modelName } = this;
    return { model: source, files: source === null ? (modelName ?? null) : null, weights };
  }

  /** The provenance of saved numbers. */
  provenance(state: LanguageState): Provenance {
    const { model, name, modelName = '' } = this;
    const sha256 = (name && this.offered.models?.[name].sha256) ?? this.#hash;
    const link = formatLanguageState({ ...state, ...this.link });
    return { model: modelName, weights: model?.weights ?? '', sha256, link };
  }

  readonly engine = async (): Promise<TextEngine> => {
    const { host } = this;
    if (!host.engine) return (await providedLanguage()).engine();
    try {
      return await host.engine;
    } catch (error) {
      if (announceRetry(host)) throw error;
      return host.engine;
    }
  };

  /** Whether the latest request did not fit into memory, but may fit in 8 bits. */
  get canShrink(): boolean {
    const { problem } = this;
    const last = this.#last;
    if (!problem || !last || !isOutOfMemory(problem)) return false;
    return last.weights === undefined && !('source' in last && last.source === 'minilm');
  }

  /** The model that the open one was rounded from; null if it was not rounded, or the site does not have it. */
  get exact(): ExactModel | null {
    const open = this.#opened;
    if (!open) return null;
    if (this.name === 'minilm') {
      const about = this.offered.models?.[kExact];
      const files = (options: FetchOptions) => this.#filesOf({ source: kExact }, options);
      return about ? { about, files } : null;
    }
    if (open.weights === undefined) return null;
    return { about: null, files: (options) => this.#filesOf(open, options) };
  }

  async shrink(): Promise<void> {
    const last = this.#last!;
    const isOfSite = 'source' in last && isSiteModelName(last.source);
    await this.open(isOfSite ? { source: 'minilm' } : { ...last, weights: 'int8' });
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

  async #filesOf(model: ModelRequest, options: FetchOptions): Promise<readonly File[]> {
    if ('files' in model) return model.files;
    const source = modelSource(model.source);
    if (!isSiteModelName(source)) return fetchModel(source, options);
    const { folder, version } = await this.offered.place(source);
    return fetchModel(folder, { ...options, version });
  }

  /**
   * Opens the model that a link names. If it is open, or the link names none, the open model stays; if the element was
   * moved, the visitor's own files are opened again.
   */
  async ask({ model, weights }: Pick<LanguageState, 'model' | 'weights'>): Promise<void> {
    if (model === null && !this.model && this.#opened) return this.open(this.#opened);
    if (model === null || (model === this.source && weights === this.weights)) return this.cancel();
    await this.open({ source: model, weights: weights ?? undefined });
  }

  async #readHash(model: TextModel, files: readonly File[]): Promise<void> {
    const { weightsHash } = await import('../../model/checkpoint/weights-hash');
    const hash = await weightsHash(files).catch(() => '');
    if (this.model === model) this.#hash = hash;
  }

  async open(request: ModelRequest): Promise<void> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    this.#last = request;
    this.requested = 'source' in request ? request.source : null;
    [this.phase, this.bytes, this.problem] = ['loading', 0, null];
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
      if ('source' in request) this.requested = modelSource(request.source);
      const files = await this.#filesOf(request, { signal, onProgress, onNotKept });
      if (signal.aborted) return;
      this.phase = 'opening';
      this.host.requestUpdate();
      const [{ TextModel }] = await loaded(
        Promise.all([import('../../model/language/text-model'), import('./later-views')]),
      );
      // Each model of the site has one file for each form.
      const weights = isSiteModelName(this.requested) ? undefined : request.weights;
      const model = await TextModel.open(files, await this.engine(), { weights });
      if (signal.aborted) return model.close();
      this.model?.close();
      [this.model, this.source] = [model, this.requested];
      this.modelName = modelName(this.source, files, model.settings);
      this.weights = this.source === null ? null : (weights ?? null);
      this.isReopened = request === this.#opened;
      this.#opened = { ...request, weights };
      this.#hash = '';
      if (this.name === null) void this.#readHash(model, files);
      this.onOpen();
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error as Error;
      this.onFailure();
    } finally {
      if (!signal.aborted) {
        this.phase = 'none';
        this.host.requestUpdate();
      }
    }
  }
}
