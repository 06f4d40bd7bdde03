/** A model that cannot be loaded leaves nothing in the engine. */
import { expect, it } from 'vitest';
import { LoadedModel } from '../../../../web/src/model/trained/loaded-model';
import { promised } from '../../../support/promised';
import { FakeTrainer } from '../../training/fake-trainer';
import { FakeModelEngine, modelFile } from './fake-engine';

it('a refused trainer: the model is disposed of', async () => {
  const engine = new FakeModelEngine();
  engine.trainer = () => Promise.reject(new Error('no trainer'));
  await expect(LoadedModel.load(engine.asEngine, modelFile('sort'))).rejects.toThrow('no trainer');
  await expect.poll(() => engine.disposed).toEqual([true]);
});

it('a refused model: the trainer is disposed of, also if it is made later', async () => {
  const engine = new FakeModelEngine();
  const late = promised<FakeTrainer>();
  engine.trainer = () => late.promise;
  Object.assign(engine, { model: () => Promise.reject(new Error('no model')) });
  await expect(LoadedModel.load(engine.asEngine, modelFile('sort'))).rejects.toThrow('no model');
  const trainer = new FakeTrainer({ task: 'sort', steps: 7 });
  late.resolve(trainer);
  await expect.poll(() => trainer.isDisposed).toBe(true);
});

it('heads that cannot be measured: both are disposed of', async () => {
  const engine = new FakeModelEngine();
  const make = engine.trainer;
  engine.trainer = async () => {
    const trainer = await make();
    trainer.before = () => {
      throw new Error('not measured');
    };
    return trainer;
  };
  await expect(LoadedModel.load(engine.asEngine, modelFile('sort'))).rejects.toThrow(
    'not measured',
  );
  await expect.poll(() => engine.disposed).toEqual([true, true]);
});

it('a model that is loaded stays until it is disposed of', async () => {
  const engine = new FakeModelEngine();
  const model = await LoadedModel.load(engine.asEngine, modelFile('sort'));
  expect(engine.disposed).toEqual([false, false]);
  model.dispose();
  expect(engine.disposed).toEqual([true, true]);
});
