/** The loaded model: one of the site's, or one from the visitor's file. */
import type { ModelEngine } from '../../../model/trained/inspected-model';
import { LoadedModel } from '../../../model/trained/loaded-model';
import { examplesOf } from '../../../model/trained/model-example';
import { defaultModelState } from '../../../model/trained/model-state';
import { shippedModels, type ShippedModelName } from '../../../model/trained/shipped-models';
import { taskRow } from '../../../model/examples/tasks';
import { loaded } from '../../../words/refusal';
import type { DigitImages } from '../../digits/digit-images';

export interface Sources {
  readonly engine: () => Promise<ModelEngine>;
  readonly file: (model: ShippedModelName) => Promise<Blob>;
  /** Loads the images of the digits task. */
  readonly images: () => Promise<DigitImages>;
}

interface Loaded {
  readonly name: ShippedModelName;
  readonly file: File | null;
  readonly model: LoadedModel;
}

export class ModelLoading {
  /** The images of the digits task, once it has been chosen. */
  images: DigitImages | undefined;
  /** The visitor's file, which is shown instead of the site's model. */
  file: File | null = null;
  /** Counts replaced engines and models. Answers of earlier ones are ignored. */
  generation = 0;
  #loaded: Loaded | null = null;
  /** The file that is opened, until another one is or another model is chosen. */
  #opening: File | null = null;

  constructor(private readonly sources: Sources) {}

  /** Null if the engine has been replaced in the meantime. */
  async load(name: ShippedModelName): Promise<LoadedModel | null> {
    const { generation, file } = this;
    if (this.#loaded?.name === name && this.#loaded.file === file) return this.#loaded.model;
    const model = await this.#load(name, file);
    return this.#use(generation === this.generation, { name, file, model }) ? model : null;
  }

  /**
   * Opens the visitor's file and returns the task of its model; null if another model has been chosen in the meantime.
   * Throws if the file is unusable; then nothing changes.
   */
  async open(file: File): Promise<ShippedModelName | null> {
    const { generation } = this;
    this.#opening = file;
    const { taskOfFile } = await loaded(import('../../../model/trained/own-file'));
    const name = await taskOfFile(file, shippedModels);
    const model = await this.#load(name, file);
    // A visitor's file may have another recipe: check that its model can read the page's examples.
    const examples = examplesOf({ ...defaultModelState, model: name }, this.images?.images.data);
    await Promise.all(examples.map((example) => model.read(example))).catch((problem: Error) => {
      model.dispose();
      throw problem;
    });
    const isWanted = generation === this.generation && file === this.#opening;
    if (!this.#use(isWanted, { name, file, model })) return null;
    this.file = file;
    return name;
  }

  /** Another model is chosen instead of the visitor's file, whether it is shown or still loading. */
  leaveFile(): void {
    this.file = null;
    this.#opening = null;
  }

  forget(): void {
    this.generation++;
    this.#loaded?.model.dispose();
    this.#loaded = null;
  }

  async #load(name: ShippedModelName, file: File | null): Promise<LoadedModel> {
    const [engine, data, images] = await Promise.all([
      this.sources.engine(),
      file ?? this.sources.file(name),
      taskRow(name).images && this.sources.images(),
    ]);
    if (images) this.images = images;
    return LoadedModel.load(engine, data, images);
  }

  #use(isWanted: boolean, loaded: Loaded): boolean {
    if (!isWanted) {
      loaded.model.dispose();
      return false;
    }
    this.#loaded?.model.dispose();
    this.#loaded = loaded;
    return true;
  }
}
