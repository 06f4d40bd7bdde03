/** A run plays, pauses, steps, seeks, and continues where its trainer was lost. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrainerRecipe, TrainerState } from '../../../wasm/engine';
import { TrainingRun } from '../../../web/src/training/run';
import { FakeTrainer } from './fake-trainer';

const recipe = { task: 'sort', steps: 40 } as const;
const inputs = (...texts: string[]) => texts.map((input) => ({ input, interventions: [] }));

let trainers: FakeTrainer[];
let run: TrainingRun;
/** The number of turns so far. */
let turns: number;
let make: (trainer: FakeTrainer) => unknown;

beforeEach(() => {
  trainers = [];
  turns = 0;
  make = () => {};
  run = another(recipe);
});

function another(
  recipe: TrainerRecipe,
  from?: TrainerState,
  frame: () => Promise<unknown> = () => Promise.resolve(),
): TrainingRun {
  return new TrainingRun(
    recipe,
    async (recipe, { from }) => {
      const trainer = new FakeTrainer(recipe, from?.step);
      await make(trainer);
      trainers.push(trainer);
      return trainer;
    },
    { changed: () => turns++, frame },
    { from },
  );
}

/** Waits until the run stops. */
async function rests(): Promise<void> {
  for (let before = -1; before !== turns;) {
    before = turns;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

describe('a run', () => {
  it('inspects its examples before the first step', async () => {
    run.watch(inputs('one', 'two'));
    await rests();
    expect(run).toMatchObject({ step: 0, isReady: true, isPlaying: false, steps: 40 });
    expect(run.results.map(({ inspection }) => inspection!.tokens)).toEqual([
      ['one', '0'],
      ['two', '0'],
    ]);
    expect(trainers[0]!.calls).toEqual(['evaluate 64', 'inspect one', 'inspect two']);
  });

  it('plays to the end of its schedule, one step per turn, and inspects once after each', async () => {
    run.watch(inputs('one'));
    run.play();
    await rests();
    expect(run).toMatchObject({ step: 40, isPlaying: false });
    expect(run.history.reports.map(({ loss }) => loss)).toEqual(
      Array.from({ length: 40 }, (_, i) => 1 / (i + 1)),
    );
    const { calls } = trainers[0]!;
    expect(calls.filter((call) => call === 'step 1')).toHaveLength(40);
    expect(calls.filter((call) => call === 'inspect one').length).toBeLessThanOrEqual(turns + 1);
    expect(run.results[0]!.inspection!.tokens[1]).toBe('40');
  });

  it('takes 4 or 16 steps per turn, and never more than remain', async () => {
    run.speed = '16';
    run.play();
    await rests();
    expect(trainers[0]!.calls.filter((call) => call.startsWith('step'))).toEqual([
      'step 16',
      'step 16',
      'step 8',
    ]);
  });

  it('played again from its end, restarts at step 0 with the same results', async () => {
    run.speed = '16';
    run.play();
    await rests();
    const reports = [...run.history.reports];
    run.play();
    await rests();
    expect(trainers[0]!.calls).toContain('seek 0');
    expect(run.step).toBe(40);
    expect(run.history.reports).toEqual(reports);
  });

  it('waits without frames, as in a hidden tab, and continues with the next one', async () => {
    let draw = () => {};
    const hidden = another(recipe, undefined, () => new Promise<void>((done) => (draw = done)));
    hidden.play();
    await rests();
    const { step } = hidden;
    expect(step).toBeLessThan(2);
    await rests();
    expect(hidden).toMatchObject({ step, isPlaying: true });
    draw();
    await rests();
    expect(hidden.step).toBe(step + 1);
    hidden.end();
  });

  it('pauses after the steps that are being taken', async () => {
    run.play();
    while (run.step < 5) await Promise.resolve();
    run.pause();
    await rests();
    expect(run.isPlaying).toBe(false);
    expect(run.step).toBeLessThan(8);
    const { step } = run;
    run.stepOnce();
    await rests();
    expect(run.step).toBe(step + 1);
    // Clicks that come faster than steps end are counted too; while it plays, a click stops it.
    run.stepOnce();
    run.stepOnce();
    run.stepOnce();
    await rests();
    expect(run.step).toBe(step + 4);
    run.play();
    run.stepOnce();
    await rests();
    expect(run.step).toBe(step + 5);
    expect(run.isPlaying).toBe(false);
  });

  it('seeks back with the trainer, and steps forward to new steps', async () => {
    run.goTo(20);
    await rests();
    expect(run.step).toBe(20);
    expect(run.history.last).toBe(20);
    run.goTo(5);
    await rests();
    expect(trainers[0]!.calls).toContain('seek 5');
    expect(run).toMatchObject({ step: 5, isPlaying: false });
    expect(run.history.last).toBe(20);
    run.goTo(20);
    await rests();
    expect(trainers[0]!.calls.at(-1)).toBe('seek 20');
  });

  it('gives parameters with the step that they are of, also while steps are being taken', async () => {
    run.speed = '16';
    run.play();
    while (run.step < 16 || !trainers[0]!.calls.at(-1)!.startsWith('step')) await Promise.resolve();
    expect(run.step).toBe(16);
    const { step, parameters } = await run.parameters();
    expect(step).toBe(32);
    expect(Object.keys(parameters)).toEqual(['w_q']);
    expect([...parameters['w_q']!.data]).toEqual([step]);
    await rests();
  });

  it('asked for a step while it seeks, takes the one after the step it seeks', async () => {
    run.goTo(20);
    await rests();
    run.goTo(5);
    run.stepOnce();
    await rests();
    expect(run).toMatchObject({ step: 6, isPlaying: false });
    run.goTo(10);
    run.stepOnce();
    run.stepOnce();
    await rests();
    expect(run.step).toBe(12);
  });

  it('played while it seeks, plays from the step it seeks', async () => {
    run.goTo(40);
    await rests();
    run.goTo(30);
    run.play();
    expect(run.isPlaying).toBe(true);
    await rests();
    const { calls } = trainers[0]!;
    expect(calls).not.toContain('seek 0');
    expect(calls.slice(calls.indexOf('seek 30')).filter((call) => call === 'step 1')).toHaveLength(
      10,
    );
    expect(run.step).toBe(40);
  });

  it('inspects only the last of many changes made during a request', async () => {
    run.watch(inputs('a'));
    run.watch(inputs('ab'));
    run.watch(inputs('abc'));
    await rests();
    const looked = trainers[0]!.calls.filter((call) => call.startsWith('inspect'));
    expect(looked).toContain('inspect abc');
    expect(looked).not.toContain('inspect ab');
  });

  it('keeps the last valid result of an example', async () => {
    run.watch(inputs('horse'));
    await rests();
    run.watch(inputs('zebra'));
    await rests();
    expect(run.results[0]!.problem!.message).toBe('unknown word: zebra');
    expect(run.results[0]!.inspection!.tokens[0]).toBe('horse');
    expect(run.problem).toBeNull();
    run.watch(inputs('cat'));
    await rests();
    expect(run.results[0]).toEqual({
      inspection: expect.objectContaining({ tokens: ['cat', '0'] }),
    });
  });

  it('continues from the same step with another trainer if the first is lost', async () => {
    make = (trainer) => {
      if (trainers.length === 0)
        trainer.before = () => {
          if (trainer.step_count === 10) trainer.isGone = true;
        };
    };
    run.play();
    await rests();
    expect(trainers).toHaveLength(2);
    expect(run).toMatchObject({ step: 40, losses: 1, problem: null });
    expect(trainers[1]!.calls[0]).toMatch(/^seek (9|10)$/);
    expect(run.history.reports.map(({ step }) => step)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  it('continues from its last saved state, and reaches earlier steps from the start', async () => {
    run = another({ ...recipe, steps: 200 });
    run.goTo(130);
    await rests();
    trainers[0]!.isGone = true;
    run.stepOnce();
    await rests();
    expect(run).toMatchObject({ step: 131, losses: 1 });
    const [, second] = trainers;
    expect(second!.first_step).toBeGreaterThanOrEqual(80);
    expect(second!.calls[0]).toBe('seek 130');
    run.goTo(20);
    await rests();
    expect(run.step).toBe(20);
    expect(second!.isDisposed).toBe(true);
    expect(trainers[2]).toMatchObject({ first_step: 0, step_count: 20 });
  });

  it('fails if its trainer is lost repeatedly, and can be retried', async () => {
    make = (trainer) => (trainer.isGone = true);
    run.play();
    await rests();
    expect(trainers).toHaveLength(3);
    expect(run.problem!.message).toBe('the worker has ended');
    make = () => {};
    run.retry();
    await rests();
    expect(run).toMatchObject({ step: 40, problem: null });
  });

  it('stops at an error of its recipe', async () => {
    make = () => {
      throw new Error('no such task');
    };
    run.play();
    await rests();
    expect(run).toMatchObject({ recipe: null, isPlaying: false });
    expect(run.problem!.message).toBe('no such task');
  });

  it('of trained parameters begins at their step, continues from there, and returns there', async () => {
    run = another(recipe, { step: 40, tensors: {} });
    run.watch(inputs('one'));
    expect(run).toMatchObject({ step: 40, first: 40 });
    await rests();
    expect(trainers).toHaveLength(1);
    expect(trainers[0]!.first_step).toBe(40);
    expect(run).toMatchObject({ step: 40, steps: 80, isReady: true, isPlaying: false });
    expect(run.history.last).toBe(40);
    run.speed = '16';
    run.play();
    await rests();
    expect(run.step).toBe(80);
    expect(run.history.reports.map(({ step }) => step)).toEqual(
      Array.from({ length: 40 }, (_, i) => 41 + i),
    );
    run.goTo(run.first);
    await rests();
    expect(trainers[0]!.calls).toContain('seek 40');
    expect(run.step).toBe(40);
    trainers[0]!.isGone = true;
    run.stepOnce();
    await rests();
    expect(run).toMatchObject({ step: 41, losses: 1 });
    expect(trainers[1]!.first_step).toBe(40);
    // So does the trainer whose parameters and batches are saved.
    expect((await run.makeTrainer()).first_step).toBe(40);
  });

  it('makes no trainer if it ends at once', async () => {
    run.watch(inputs('one'));
    run.end();
    await rests();
    expect(trainers).toEqual([]);
  });

  it('frees its trainer when it ends', async () => {
    run.watch(inputs('one'));
    await rests();
    run.end();
    expect(trainers.map(({ isDisposed }) => isDisposed)).toEqual([true]);
  });

  it('frees a trainer that is still being made when it ends', async () => {
    let finish = () => {};
    make = () => new Promise<void>((resolve) => (finish = resolve));
    run.watch(inputs('one'));
    await rests();
    run.end();
    finish();
    await rests();
    expect(trainers.map(({ isDisposed }) => isDisposed)).toEqual([true]);
  });
});
