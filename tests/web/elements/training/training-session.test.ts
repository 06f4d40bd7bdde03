/** The session of the training page, while its element is added, removed and moved, and its changes. */
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { RecipeInfo, TrainerRecipe } from '../../../../wasm/engine';
import { TrainingSession } from '../../../../web/src/elements/training/training-session';
import type { TrainingEngine } from '../../../../web/src/elements/training/training-engine';
import { emptyDrawing } from '../../../../web/src/model/examples/drawing';
import { defaultTraining } from '../../../../web/src/training/training-state';
import { FakeTrainer } from '../../training/fake-trainer';
import { controllerHost } from '../controller-host';

const file = readFileSync(
  new URL('../../../../web/public/models/sort.safetensors', import.meta.url),
);

const hostOf = (isConnected: boolean) => ({ ...controllerHost, isConnected });

/** Never answers. */
const trainer = () => new Promise<never>(() => {});

/** In a page, with a folder of shipped parameters. */
function sessionWithFiles(): TrainingSession {
  const session = new TrainingSession(hostOf(true));
  const recipeInfo = async (recipe: object) => ({ recipe: { steps: 7, ...recipe } }) as RecipeInfo;
  session.restart({ trainer, recipeInfo } as unknown as TrainingEngine);
  session.shipped.folder = './models/';
  return session;
}

it.each([
  ['goes on', false],
  ['is taken away', true],
])('shipped parameters start a run only in a page that %s', async (_, isTaken) => {
  // Resolves with a function that answers the request, once the file has been requested.
  const asked = new Promise<(answer: Response) => void>((ask) =>
    vi.stubGlobal('fetch', () => new Promise<Response>((answer) => ask(answer))),
  );
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  session.state = { ...defaultTraining, model: 'sort' };
  const loaded = session.loadShipped();
  const answer = await asked;
  if (isTaken) session.hostDisconnected();
  answer(new Response(file));
  await loaded;
  expect(session.state.from).toBe(isTaken ? 'nothing' : 'shipped');
  expect(session.run === null).toBe(isTaken);
});

it('shipped parameters that load while their element is moved are loaded again', async () => {
  vi.stubGlobal('fetch', async () => new Response(file));
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  session.state = { ...defaultTraining, model: 'sort', from: 'shipped' };
  session.hostDisconnected();
  session.hostConnected();
  await expect.poll(() => session.state.from).toBe('shipped');
  session.hostDisconnected();
});

it('a setting that changes while the parameters of a link load, also away from a page, keeps the link', async () => {
  let answer!: () => void;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async () => {
    await isAnswered;
    return new Response(file);
  });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  session.state = { ...defaultTraining, model: 'sort', from: 'shipped', step: 503 };
  expect(session.state).toMatchObject({ from: 'shipped', step: 503 });
  session.state = { ...session.state, speed: '4' };
  session.turn('is_seen_by');
  session.hostDisconnected();
  session.state = { ...session.state, text: '3 1 2' };
  session.hostConnected();
  // Until they are here, the run has others.
  expect(session.run!.target).toBe(0);
  answer();
  await expect.poll(() => session.keepsLink).toBe(false);
  expect(session.state).toMatchObject({ from: 'shipped', step: 503, speed: '4', text: '3 1 2' });
  expect(session.state.direction).toBe('is_seen_by');
  expect(session.run).toMatchObject({ first: 7, target: 7, isPlaying: true });
  session.hostDisconnected();
});

it('parameters that the visitor asks for are in no state until they have loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  session.state = { ...defaultTraining, model: 'sort' };
  const loaded = session.loadShipped();
  expect(session.state.from).toBe('nothing');
  await loaded;
  expect(session.state.from).toBe('nothing');
  session.hostDisconnected();
});

it('a link whose parameters do not load is left as soon as the problem is shown', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  const load = session.shipped.load.bind(session.shipped);
  const states: string[] = [];
  // The element may draw before the session goes on.
  session.shipped.load = async (...of) => {
    const loaded = await load(...of);
    states.push(session.state.from);
    return loaded;
  };
  session.state = { ...defaultTraining, model: 'sort', from: 'shipped', step: 503 };
  await expect.poll(() => states).toEqual(['nothing']);
  session.hostDisconnected();
});

it('after the parameters of a link fail, the host is told once the state is that of the run', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  const told: [isAwaiting: boolean, from: string][] = [];
  const tell = () => void told.push([session.isAwaiting, session.state.from]);
  Object.assign(Reflect.get(session, 'host') as object, { requestUpdate: tell });
  session.state = { ...defaultTraining, model: 'sort', from: 'shipped' };
  await expect.poll(() => session.isAwaiting).toBe(false);
  expect(session.shipped.problem).not.toBeNull();
  expect(told).not.toContainEqual([false, 'shipped']);
  expect(told.at(-1)).toEqual([false, 'nothing']);
  session.hostDisconnected();
});

it('parameters that are asked for without a folder fail with the reason', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const session = sessionWithFiles();
  session.shipped.folder = '';
  session.state = { ...defaultTraining, model: 'sort', from: 'shipped' };
  await expect.poll(() => session.shipped.isLoading).toBe(false);
  expect(session.shipped.problem?.message).toContain('attribute models');
  expect(session.state.from).toBe('nothing');
  session.hostDisconnected();
});

it('a setting that changes while the run goes back to an earlier step leaves it on its way', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  const session = new TrainingSession(hostOf(true));
  const trainer = async (recipe: TrainerRecipe) => new FakeTrainer({ steps: 40, ...recipe });
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort', step: 20 };
  await expect.poll(() => session.run!.step).toBe(20);
  session.run!.goTo(5);
  session.state = { ...session.state, speed: '4' };
  expect(session.run!.target).toBe(5);
  await expect.poll(() => session.run!.step).toBe(5);
  expect(session.state).toMatchObject({ step: 5, speed: '4' });
  session.hostDisconnected();
});

it.each([
  ['40', 40, []],
  ['41', 0, ['step=41']],
])('of 40 steps, step %s of a link leads to step %i', async (step, reached, leftOut) => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  const session = new TrainingSession(hostOf(true));
  const trainer = async (recipe: TrainerRecipe) => new FakeTrainer({ steps: 40, ...recipe });
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort', step: Number(step) };
  await expect.poll(() => session.run!.isReady && !session.run!.isMoving).toBe(true);
  expect(session.run!.step).toBe(reached);
  expect(session.state.step).toBe(reached);
  expect(session.leftOut).toEqual(leftOut);
  session.hostDisconnected();
});

it('a step after the last one of the open run is left out, and the run stays where it is', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  const session = new TrainingSession(hostOf(true));
  const trainer = async (recipe: TrainerRecipe) => new FakeTrainer({ steps: 40, ...recipe });
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort', step: 40 };
  await expect.poll(() => session.run!.step).toBe(40);
  session.state = { ...session.state, step: 60 };
  await expect.poll(() => session.leftOut).toEqual(['step=60']);
  expect(session.run).toMatchObject({ step: 40, target: 40, isMoving: false });
  expect(session.run!.history.last).toBe(40);
  expect(session.state.step).toBe(40);
  session.state = { ...session.state, step: 20 };
  await expect.poll(() => session.leftOut).toEqual([]);
  await expect.poll(() => session.run!.step).toBe(20);
  session.hostDisconnected();
});

/** A run that hurries to step 30. Calls `onWay` before each step after the first. */
function sessionOnWay(onWay: (session: TrainingSession) => void): TrainingSession {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  const session = new TrainingSession(hostOf(true));
  const trainer = async (recipe: TrainerRecipe) => {
    const made = new FakeTrainer({ steps: 40, ...recipe });
    made.before = (call) => {
      if (call.startsWith('step') && made.step_count > 0) onWay(session);
    };
    return made;
  };
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort', step: 30 };
  return session;
}

it('while the run hurries to a step, the state has that step', async () => {
  const steps: [shown: number, state: number][] = [];
  const session = sessionOnWay(({ run, state }) => steps.push([run!.step, state.step]));
  await expect.poll(() => session.run!.step).toBe(30);
  expect(steps.length).toBeGreaterThan(1);
  for (const [shown, state] of steps) {
    expect(shown).toBeLessThan(30);
    expect(state).toBe(30);
  }
  expect(session.state.step).toBe(30);
  session.hostDisconnected();
});

it.each([
  ['is paused', ({ run }: TrainingSession) => run!.pause(), null],
  [
    'fails',
    () => {
      throw new Error('out of memory');
    },
    'out of memory',
  ],
])(
  'after a run %s on its way to a step, the state has the step that it reached',
  async (_, stop, why) => {
    let isStopped = false;
    const session = sessionOnWay((session) => {
      isStopped = true;
      stop(session);
    });
    await expect.poll(() => isStopped && !session.run!.isMoving).toBe(true);
    await expect.poll(() => session.state.step).toBe(session.run!.step);
    expect(session.run!.problem?.message ?? null).toBe(why);
    expect(session.state.step).toBeGreaterThan(0);
    expect(session.state.step).toBeLessThan(30);
    session.hostDisconnected();
  },
);

it('settings that are set one by one, like the attributes of an upgraded element, make one trainer', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => queueMicrotask(draw));
  const session = new TrainingSession(hostOf(true));
  const trainer = vi.fn(async (recipe: TrainerRecipe) => new FakeTrainer({ steps: 40, ...recipe }));
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort' };
  for (const setting of [{ batch: 8 }, { heads: [4] }, { d_model: 16 }, { clip: 2 }])
    session.state = {
      ...session.state,
      recipe: { ...session.state.recipe, ...setting },
    };
  session.hostConnected();
  await expect.poll(() => session.run!.isReady).toBe(true);
  expect(trainer).toHaveBeenCalledTimes(1);
  expect(session.run!.recipe).toMatchObject({ batch: 8, heads: [4], d_model: 16, clip: 2 });
  session.hostDisconnected();
});

it('starts no run for an element that is not in a page', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const host = hostOf(false);
  const session = new TrainingSession(host);
  session.restart({ trainer } as unknown as TrainingEngine);
  session.state = { ...defaultTraining, model: 'sort' };
  expect(session.run).toBeNull();
  host.isConnected = true;
  session.hostConnected();
  expect(session.run).not.toBeNull();
  expect(session.state.model).toBe('sort');
  session.hostDisconnected();
  host.isConnected = false;
  session.state = { ...defaultTraining, model: 'reverse' };
  expect(session.run).toBeNull();
});

it('clearing one’s own digit drops its changes, and those of the other two stay', () => {
  const session = new TrainingSession(hostOf(false));
  const head = { attention: 'layers.0.attention', head: 1 };
  const changesOf = (examples: readonly number[]) => ({
    off: [head],
    shown: [head],
    row: examples.map((example) => ({ example, ...head, query: 0, key: 5 })),
    word: examples.map((example) => ({ example, word: 4 })),
  });
  const drawing = emptyDrawing.with(400, 15);
  const changes = changesOf([0, 1, 2]);
  session.state = { ...defaultTraining, model: 'digits', drawing, changes };
  session.draw(drawing.with(401, 15));
  expect(session.state.changes).toEqual(changes);
  session.draw(emptyDrawing);
  expect(session.state.changes).toEqual(changesOf([0, 1]));
});
