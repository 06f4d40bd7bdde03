/** A lab's computation survives the end of an engine: the lab prepares its model again. */
import { expect, it, vi } from 'vitest';
import { EngineError } from '../../web/src/engine/client/engine';
import { LabComputation } from '../../web/src/elements/lab/lab-computation';
import { defaultState, type LabState } from '../../web/src/settings/state';
import { engine } from './attention-engine';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

const crash = () => engine.request('crash' as never, [] as never);

// TEST-CASES 38
it('after a restart the numbers are the same, and the model is prepared once', async () => {
  const lab = new LabComputation(engine);
  const before = await lab.run(defaultState, null);
  const parameters = await before.parameters();
  const other: LabState = { ...defaultState, word: 2, head: 1 };
  const { detail } = await lab.run(other, null);
  expect(detail).not.toEqual(before.detail);
  const row = await lab.row(before, 2);
  await expect(crash()).rejects.toThrow(EngineError);
  const prepare = vi.spyOn(engine, 'prepare');
  await lab.run(defaultState, null);
  expect((await lab.run(other, null)).detail).toEqual(detail);
  expect(await before.parameters()).toEqual(parameters);
  expect(await lab.row(before, 2)).toEqual(row);
  expect(prepare).toHaveBeenCalledTimes(1);
});

it('an unused model frees its memory, also after a restart', async () => {
  const used = async () => (await engine.info()).used_bytes;
  const wide = { ...defaultState, d_model: 256 };
  const warm = new LabComputation(engine);
  await warm.run(wide, null);
  warm.forget();
  const base = await used();
  const lab = new LabComputation(engine);
  await lab.run(wide, null);
  expect((await used()) - base).toBeGreaterThan(4 * 256 * 256 * 4 - 256);
  lab.forget();
  expect(Math.abs((await used()) - base)).toBeLessThan(512);
  await expect(crash()).rejects.toThrow(EngineError);
  lab.forget();
  expect(engine.generation).toBe(2);
});
