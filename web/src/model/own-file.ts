/** Opens the parameters that the training page has saved. Loads when the first file is opened. */
import type { DigitImages } from '../../../wasm/engine';
import { excerpt } from '../excerpt';
import { isSafetensors, openSafetensors } from '../files/read-safetensors';
import { sourceOf } from '../files/source';
import { recipeIn } from '../files/trained-model';
import { taskRow } from '../training/tasks';
import '../words/add-later';
import '../words/add-other-model';
import { Refusal } from '../words/refusal';
import type { Images } from './digit-patches';
import type { ModelEngine } from './inspected-model';
import { LoadedModel } from './loaded-model';
import { examplesOf } from './model-example';
import { defaultModelState } from './model-state';
import { isShippedModel, shippedModels, type ShippedModel } from './shipped-models';

type Data = DigitImages & Images & { images: { data: Float32Array } };

/** Throws a Refusal if it is no such file, and what the core says of parameters that are not those of the recipe. */
export async function openOwnFile<Of extends Data>(
  file: File,
  engine: ModelEngine,
  images: () => Promise<Of>,
): Promise<{ task: ShippedModel; model: LoadedModel; images: Of | undefined }> {
  const task = await taskOf(file);
  const data = taskRow(task).images ? await images() : undefined;
  const model = await LoadedModel.load(engine, file, data);
  try {
    const pinned = examplesOf({ ...defaultModelState, model: task }, data?.images.data);
    // Its recipe may have made it for other examples than those of the page.
    for (const example of pinned) await model.read(example);
  } catch (problem) {
    model.dispose();
    throw problem;
  }
  return { task, model, images: data };
}

async function taskOf(file: File): Promise<ShippedModel> {
  const source = sourceOf(file, file.name);
  const isKnown = isSafetensors(await source.read(0, 9));
  const task = isKnown ? taskIn((await openSafetensors(source)).metadata) : undefined;
  if (task === undefined) throw new Refusal(({ otherModel }) => otherModel.noRecipe);
  if (!isShippedModel(task))
    throw new Refusal(({ otherModel, training }) => {
      const names = shippedModels.map((name) => training.tasks[name].name);
      return otherModel.otherTask(excerpt(task), names.join(', '));
    });
  return task;
}

/** Undefined if the file does not say it. */
function taskIn(metadata: Readonly<Record<string, string>>): string | undefined {
  try {
    const { task } = recipeIn(metadata) as { task?: unknown };
    const isCounted = /^\d{1,9}$/.test(metadata['step'] ?? '0');
    return typeof task === 'string' && task !== '' && isCounted ? task : undefined;
  } catch {
    return undefined;
  }
}
