/** An engine of trained models without arithmetic: it counts what it has made and what was disposed of. */
import { safetensorsOf } from '../../../../web/src/files/safetensors';
import type { ModelEngine } from '../../../../web/src/model/trained/inspected-model';
import { FakeTrainer } from '../../training/fake-trainer';

export class FakeModelEngine {
  readonly trainers: FakeTrainer[] = [];
  readonly models: { isDisposed: boolean; dispose(): void }[] = [];

  readonly recipeInfo = async (recipe: { task: string }) => ({
    recipe: { steps: 7, ...recipe },
    config: {},
    vocabulary: [],
    target_vocabulary: [],
  });

  readonly model = async () => {
    const model = { isDisposed: false, dispose: () => void (model.isDisposed = true) };
    this.models.push(model);
    return model;
  };

  trainer = async () => {
    const trainer = new FakeTrainer({ task: 'sort', steps: 7 });
    this.trainers.push(trainer);
    return trainer;
  };

  get asEngine(): ModelEngine {
    return this as unknown as ModelEngine;
  }

  /** Whether each thing that it has made was disposed of. */
  get disposed(): boolean[] {
    return [...this.models, ...this.trainers].map(({ isDisposed }) => isDisposed);
  }
}

export const modelFile = (task: string) => safetensorsOf([], { recipe: task, seed: '1' });
