/** Reads the task of a model file saved by the training page. Loaded when the first file is opened. */
import { excerpt } from '../../text/excerpt';
import { isSafetensors, openSafetensors } from '../../files/read-safetensors';
import { sourceOf } from '../../files/source';
import type { ShownTask } from '../examples/tasks';
import '../../words/add-later';
import '../../words/add-other-model';
import { Refusal } from '../../words/refusal';
import { recipeIn } from './trained-model';

/** Throws a Refusal for another file, and for a task that is not among `tasks`. */
export async function taskOfFile<Task extends ShownTask>(
  file: File,
  tasks: readonly Task[],
): Promise<Task> {
  const source = sourceOf(file, file.name);
  const isKnown = isSafetensors(await source.read(0, 9));
  const named = isKnown ? taskIn((await openSafetensors(source)).metadata) : undefined;
  if (named === undefined) throw new Refusal(({ otherModel }) => otherModel.noRecipe);
  const task = tasks.find((task) => task === named);
  if (task) return task;
  throw new Refusal(({ otherModel, training, marks }) => {
    const names = tasks.map((task) => training.tasks[task].name);
    return otherModel.otherTask(excerpt(named), names.join(marks.comma));
  });
}

/** Undefined if the file does not name its task. */
function taskIn(metadata: Readonly<Record<string, string>>): string | undefined {
  try {
    const { task } = recipeIn(metadata) as { task?: unknown };
    const isCounted = /^\d{1,9}$/.test(metadata['step'] ?? '0');
    return typeof task === 'string' && task !== '' && isCounted ? task : undefined;
  } catch {
    return undefined;
  }
}
