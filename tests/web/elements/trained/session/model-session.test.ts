/** What the session of the first page shows when requests overlap. */
import { beforeEach, expect, it, vi } from 'vitest';
import { ModelSession } from '../../../../../web/src/elements/trained/session/model-session';
import { promised } from '../../../../support/promised';
import { FakeModelEngine, modelFile } from '../../../model/trained/fake-engine';
import { controllerHost } from '../../controller-host';

beforeEach(() => vi.stubGlobal('requestAnimationFrame', () => 0));
const fileOf = (task: string) => new File([modelFile(task)], `${task}.safetensors`);

/** A session outside a page. Its engine starts when the test calls `start`. */
function slowSession() {
  const engine = new FakeModelEngine();
  const { promise, resolve } = promised<FakeModelEngine['asEngine']>();
  const unused = () => Promise.reject(new Error('unused'));
  const hooks = { engine: () => promise, file: unused, images: unused, settled() {} };
  return {
    session: new ModelSession(controllerHost, hooks),
    engine,
    start: () => resolve(engine.asEngine),
  };
}

it('the visitor’s file is shown when it has been read', async () => {
  const { session, engine, start } = slowSession();
  const file = fileOf('sort');
  const opening = session.open(file);
  start();
  await opening;
  expect(session.models.file).toBe(file);
  expect(session.state.model).toBe('sort');
  expect(engine.disposed).toEqual([false, false]);
});

it.each([
  ['chosen', (session: ModelSession) => session.choose('induction')],
  [
    'in a link',
    (session: ModelSession) => (session.state = { ...session.state, model: 'induction' }),
  ],
])('another model, %s, stays when an earlier file has been read', async (_, leave) => {
  const { session, engine, start } = slowSession();
  const opening = session.open(fileOf('sort'));
  leave(session);
  start();
  await opening;
  expect(session.models.file).toBeNull();
  expect(session.state.model).toBe('induction');
  expect(engine.disposed).toEqual([true, true]);
});

it('of two files the later one is shown, also if it is read first', async () => {
  const { session, engine, start } = slowSession();
  const [slow, later] = [fileOf('sort'), fileOf('induction')];
  const { promise: isReadable, resolve } = promised<void>();
  const slice = slow.slice.bind(slow);
  slow.slice = (...range) =>
    Object.assign(slice(...range), {
      arrayBuffer: () => isReadable.then(() => slice(...range).arrayBuffer()),
    });
  start();
  const opening = session.open(slow);
  await session.open(later);
  expect(session.models.file).toBe(later);
  resolve();
  await opening;
  expect(session.models.file).toBe(later);
  expect(session.state.model).toBe('induction');
  expect(engine.disposed.filter(Boolean)).toHaveLength(2);
});

it('a model that fails after another one has been chosen does not stop that one', async () => {
  const { promise: isTried, resolve: fail } = promised<void>();
  const file = async (task: string) => {
    if (task === 'induction') return fileOf(task);
    await isTried;
    throw new Error('no connection');
  };
  const { asEngine } = new FakeModelEngine();
  const unused = () => Promise.reject(new Error('unused'));
  const hooks = { engine: async () => asEngine, file, images: unused, settled() {} };
  const session = new ModelSession(controllerHost, hooks);
  session.hostConnected();
  await Promise.resolve();
  session.choose('induction');
  fail();
  await expect.poll(() => session.result?.state.model).toBe('induction');
  expect(session.problem).toBeNull();
});

it.each([
  ['chosen', (session: ModelSession): void => session.choose('induction'), 'induction'],
  ['from a file', (session: ModelSession): void => void session.open(fileOf('sort')), 'sort'],
] as const)(
  'after a model that could not be loaded, another one, %s, is shown',
  async (_, other, shown) => {
    const file = async (task: string): Promise<Blob> => {
      if (task === 'goes_with') throw new Error('no connection');
      return fileOf(task);
    };
    const { asEngine } = new FakeModelEngine();
    const unused = () => Promise.reject(new Error('unused'));
    const hooks = { engine: async () => asEngine, file, images: unused, settled() {} };
    const session = new ModelSession(controllerHost, hooks);
    session.hostConnected();
    await expect.poll(() => session.problem?.message).toBe('no connection');
    other(session);
    await expect.poll(() => session.result?.state.model).toBe(shown);
    expect(session.problem).toBeNull();
  },
);
