/** The files of models that come with the site. */
import '../../words/add-training';
import { Refusal } from '../../words/refusal';
import type { ShownTask } from '../examples/tasks';

export const shippedFile = (task: ShownTask) => `${task}.safetensors`;

export async function fetchFile(url: string): Promise<Blob> {
  const answer = await fetch(url).catch((error: Error) => {
    throw new Refusal(({ training }) => training.noAnswer(url, error.message));
  });
  if (!answer.ok)
    throw new Refusal(({ training }) => training.noAnswer(url, `HTTP ${answer.status}`));
  return answer.blob();
}
