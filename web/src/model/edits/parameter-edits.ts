/**
 * Edits of a trained model's parameters. They are set in a copy of the model, because interventions cannot change all
 * parameters that its page shows (tables of words and positions, tied heads). Language models are too large to copy:
 * their edits are interventions (parameter-parts.ts).
 */
import type { NamedTensors } from '../../../../wasm/engine';
import type { Tensor } from '../../tensors/tensor';
import { fieldName, formatEdits, type Edit, type EditPlace } from './edits';

/** Whether a tensor has numbers at this place. */
export function hasNumbers(
  place: EditPlace,
  tensors: Readonly<Record<string, { readonly shape: readonly number[] }>>,
): boolean {
  const name = fieldName(place);
  const shape = Object.hasOwn(tensors, name) ? tensors[name]!.shape : [];
  if (place.index.length === 0 || place.index.length > shape.length) return false;
  return place.index.every((at, axis) => at === null || at < shape[axis]!);
}

export const parameterEdits = (edits: readonly Edit[], parameters: NamedTensors): Edit[] =>
  edits.filter((edit) => hasNumbers(edit, parameters));

/** The parameters that these edits change, with their new numbers. */
export function changedParameters<Numbers extends Pick<Tensor, 'shape' | 'data'>>(
  parameters: Readonly<Record<string, Numbers>>,
  edits: readonly Edit[],
): Record<string, Numbers> {
  const changed: Record<string, Numbers> = {};
  for (const edit of edits) {
    if (!hasNumbers(edit, parameters)) continue;
    const name = fieldName(edit);
    const { shape, data } = parameters[name]!;
    const tensor = (changed[name] ??= { ...parameters[name]!, data: data.slice() });
    // The core rounds it to float32 first, too.
    const value = Math.fround(edit.value);
    for (const cell of cellsOf(edit, shape)) {
      const before = tensor.data[cell]!;
      tensor.data[cell] = edit.multiplies ? before * value : edit.adds ? before + value : value;
    }
  }
  return changed;
}

/** The indices of a place's numbers in a row-major tensor of this shape. */
function cellsOf({ index }: EditPlace, shape: readonly number[]): number[] {
  let cells = [0];
  shape.forEach((extent, axis) => {
    const place = index[axis] ?? null;
    const places = place === null ? Array.from({ length: extent }, (_, i) => i) : [place];
    cells = cells.flatMap((cell) => places.map((place) => cell * extent + place));
  });
  return cells;
}

interface HasParameters {
  setParameters(parameters: NamedTensors): Promise<void>;
}

/** A copy of a model whose parameters follow the edits. */
export class EditedModel<Model extends HasParameters> {
  /** Null when the last edits could not be set. */
  #shown: string | null = '';
  #set: Promise<void> = Promise.resolve();
  /** The names of all parameters that may differ from the learned ones. */
  #differ: readonly string[] = [];

  constructor(
    readonly model: Model,
    private readonly parameters: NamedTensors,
  ) {}

  /**
   * Sets the edited parameters and calls the model with them. Makes both requests at once, so that the engine runs no other
   * request between them.
   */
  async with<Result>(
    edits: readonly Edit[],
    call: (model: Model) => Promise<Result>,
  ): Promise<Result> {
    const text = formatEdits(edits);
    if (text !== this.#shown) this.#show(text, changedParameters(this.parameters, edits));
    const [result] = await Promise.all([call(this.model), this.#set]);
    return result;
  }

  #show(text: string, changed: NamedTensors): void {
    const back = this.#differ.filter((name) => !Object.hasOwn(changed, name));
    const learned = back.map((name) => [name, this.parameters[name]!] as const);
    const set = this.model.setParameters({ ...Object.fromEntries(learned), ...changed });
    this.#shown = text;
    this.#differ = [...back, ...Object.keys(changed)];
    this.#set = set;
    set.then(
      () => {
        if (this.#set === set) this.#differ = Object.keys(changed);
      },
      () => {
        if (this.#set === set) this.#shown = null;
      },
    );
  }
}
