/** A model with its examples and changes: the loaded model, or one with the parameters of a training step. */
import type {
  DigitImages,
  ExampleInspection,
  Intervention,
  Keep,
  ModelInspection,
  NamedTensors,
  NumberGradients,
  NumberPlace,
  RecipeInfo,
  RowDetail,
  RowPlace,
  TensorInput,
  TokenModelConfig,
  TrainerRecipe,
  TrainerState,
} from '../../../../wasm/engine';
import type { Side } from '../stages/attentions';
import type { DigitPatches } from './digit-patches';
import type { Edit } from '../edits/edits';
import type { ModelExample } from './model-example';
import type { ModelState } from './model-state';
import type { RecipeReader } from './trained-model';
import { EditedModel, parameterEdits } from '../edits/parameter-edits';
import { shownToken } from '../tokens/shown-token';
import type { RunTrainer } from './trainer';

interface Input {
  ids?: readonly number[];
  target_ids?: readonly number[];
  patches?: TensorInput;
  mask?: { causal?: 'end' };
}

/** `engine.model(..)` has it. */
interface TokenModel {
  readonly config: TokenModelConfig;
  readonly isGone: boolean;
  setParameters(parameters: NamedTensors): Promise<void>;
  inspect(
    input: Input,
    options: {
      interventions: readonly Intervention[];
      keep: Keep;
      row?: RowPlace | undefined;
    },
  ): Promise<ModelInspection>;
  gradients(
    input: Input,
    options: { of: NumberPlace; interventions: readonly Intervention[] },
  ): Promise<NumberGradients>;
  row(
    input: Input,
    options: RowPlace & { interventions: readonly Intervention[] },
  ): Promise<RowDetail>;
  dispose(): void;
}

/** The part of an engine of training.wasm that runs trained models. */
export interface ModelEngine extends RecipeReader {
  model(source: { config: TokenModelConfig; parameters: NamedTensors }): Promise<TokenModel>;
  trainer(
    recipe: TrainerRecipe,
    options: {
      data?: DigitImages;
      snapshots: { every: number; count: number };
      from?: TrainerState | undefined;
    },
  ): Promise<RunTrainer>;
}

/** The part of the state that determines parameters and mask. */
type Changed = Pick<ModelState, 'mask' | 'positions' | 'edits'>;

/** The result for one example: its answer, and everything that was computed for it. */
export interface Inspected {
  readonly example: ExampleInspection;
  readonly model: ModelInspection;
  /** The place of `model.row`. */
  readonly row?: RowPlace | undefined;
}

/** The parts of a model. */
export interface ModelParts {
  readonly engine: ModelEngine;
  readonly info: RecipeInfo;
  readonly parameters: NamedTensors;
  readonly model: TokenModel;
  /** The images of the digits task. */
  readonly patches: DigitPatches | undefined;
  /** The tokens of an example and its right answers. Throws where a word is unknown, and names it. */
  read(example: ModelExample): Promise<ExampleInspection>;
}

export class InspectedModel {
  readonly info: RecipeInfo;
  readonly parameters: NamedTensors;
  /** The words that it reads, as they are shown. */
  readonly inputs: Readonly<Record<Side, readonly string[]>>;
  readonly #parts: ModelParts;
  /** The same model without positions, once it has been requested. */
  #placeless: Promise<TokenModel> | null = null;
  /** Copies whose parameters follow the visitor's edits, with and without positions. */
  readonly #edited = new Map<ModelState['positions'], Promise<EditedModel<TokenModel>>>();

  constructor(parts: ModelParts) {
    const { vocabulary, target_vocabulary } = parts.info;
    this.#parts = parts;
    this.info = parts.info;
    this.parameters = parts.parameters;
    this.inputs = {
      source: vocabulary.map(shownToken),
      target: target_vocabulary.map(shownToken),
    };
  }

  /** The same model with other parameters. The caller disposes of it. */
  async withParameters(parameters: NamedTensors): Promise<InspectedModel> {
    const { engine, info } = this.#parts;
    const model = await engine.model({ config: info.config, parameters });
    return new InspectedModel({ ...this.#parts, parameters, model });
  }

  read(example: ModelExample): Promise<ExampleInspection> {
    return this.#parts.read(example);
  }

  get isGone(): boolean {
    return this.#parts.model.isGone;
  }

  /** `row`: a row of weights whose arithmetic to return too. */
  async inspect(
    example: ModelExample,
    changed: Changed,
    interventions: readonly Intervention[],
    row?: RowPlace,
  ): Promise<Inspected> {
    const trained = await this.read(example);
    const input = this.#inputOf(trained, changed.mask, example);
    const inspection = await this.#with(changed, (model) =>
      model.inspect(input, { interventions, keep: 'trace', row }),
    );
    return { example: this.#exampleOf(trained, inspection), model: inspection, row };
  }

  async gradients(
    example: ModelExample,
    changed: Changed,
    interventions: readonly Intervention[],
    of: NumberPlace,
  ): Promise<NumberGradients> {
    const trained = await this.read(example);
    const input = this.#inputOf(trained, changed.mask, example);
    return this.#with(changed, (model) => model.gradients(input, { of, interventions }));
  }

  /** The arithmetic of one row of attention weights. */
  async row(
    example: ModelExample,
    changed: Changed,
    interventions: readonly Intervention[],
    place: RowPlace,
  ): Promise<RowDetail> {
    const trained = await this.read(example);
    const input = this.#inputOf(trained, changed.mask, example);
    return this.#with(changed, (model) => model.row(input, { ...place, interventions }));
  }

  dispose(): void {
    this.#parts.model.dispose();
    this.#placeless?.then((model) => model.dispose()).catch(() => {});
    for (const edited of this.#edited.values())
      edited.then(({ model }) => model.dispose()).catch(() => {});
  }

  #inputOf(
    { tokens, target_tokens }: ExampleInspection,
    mask: ModelState['mask'],
    { image }: ModelExample,
  ): Input {
    const { patches } = this.#parts;
    const changed = mask !== null && { mask: mask === 'causal' ? { causal: 'end' as const } : {} };
    if (image && patches) return { patches: patches.of(image), ...changed };
    const { vocabulary, target_vocabulary } = this.info;
    const ids = tokens.map((token) => vocabulary.indexOf(token));
    const target_ids = target_tokens.map((token) => target_vocabulary.indexOf(token));
    return {
      ids,
      ...(target_ids.length > 0 && { target_ids }),
      ...changed,
    };
  }

  /** The trainer's inspection, with the answers and weights of this inspection in their place. */
  #exampleOf(trained: ExampleInspection, { answers, trace }: ModelInspection): ExampleInspection {
    const names = this.info.answers;
    const weights = Object.entries(trace).flatMap(([name, { shape, data }]) =>
      name.endsWith('attention.weights')
        ? [[name.slice(0, -'.weights'.length), { shape: shape.slice(1), data }]]
        : [],
    );
    return {
      ...trained,
      answers: answers.map((row) =>
        row.map(({ id, probability }) => ({ token: names[id] ?? '', probability })),
      ),
      weights: Object.fromEntries(weights) as NamedTensors,
    };
  }

  async #with<Result>(
    { positions, edits }: Changed,
    call: (model: TokenModel) => Promise<Result>,
  ): Promise<Result> {
    const changed: Edit[] = parameterEdits(edits, this.parameters);
    if (changed.length === 0) return call(await this.#modelOf(positions));
    let edited = this.#edited.get(positions);
    if (!edited) {
      const source = this.#sourceOf(positions);
      edited = this.#parts.engine
        .model(source)
        .then((model) => new EditedModel(model, source.parameters));
      this.#edited.set(positions, edited);
      edited.catch(() => this.#edited.delete(positions));
    }
    return (await edited).with(changed, call);
  }

  #modelOf(positions: ModelState['positions']): Promise<TokenModel> {
    if (positions === null) return Promise.resolve(this.#parts.model);
    if (!this.#placeless) {
      const model = this.#parts.engine.model(this.#sourceOf(positions));
      this.#placeless = model;
      model.catch(() => (this.#placeless = null));
    }
    return this.#placeless;
  }

  #sourceOf(positions: ModelState['positions']) {
    const { info, parameters } = this;
    return positions === null
      ? { config: info.config, parameters }
      : withoutPositions(info, parameters);
  }
}

/** The model without rotary positions, and with 0 for all that are added. */
function withoutPositions({ config }: RecipeInfo, parameters: NamedTensors) {
  const zero = Object.entries(parameters).map(([name, { shape, data }]) => [
    name,
    { shape, data: name.endsWith('positions') ? new Float32Array(data.length) : data },
  ]);
  return {
    config: {
      ...config,
      ...(config.rotary !== undefined && { rotary: 0 }),
      ...(config.decoder_rotary !== undefined && { decoder_rotary: 0 }),
    },
    parameters: Object.fromEntries(zero) as NamedTensors,
  };
}
