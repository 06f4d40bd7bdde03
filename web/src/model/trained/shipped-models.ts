/** The trained models that ship with the site: one file each, loaded when it is chosen. */
import { trainedModels } from '../../settings/shared';
import type { ShownTask } from '../examples/tasks';

export const shippedModels = trainedModels satisfies readonly ShownTask[];

/** The name of a model, which is also the name of its task and of its file. */
export type ShippedModelName = (typeof shippedModels)[number];

/** In layer 1 of goes_with, the head whose weights of "it" are on the adjective. */
export const kPronounHead = { attention: 'layers.0.attention', head: 2 } as const;

export function isShippedModel(name: string): name is ShippedModelName {
  return (shippedModels as readonly string[]).includes(name);
}
