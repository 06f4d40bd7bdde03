import createFamilyModule from '#wasm/family.mjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../web/src/engine/client';
import { createFamily, type Family } from '../../web/src/engine/family';
import { seeded } from '../web/seeded';
import { familyBinary, familyUrl, filesUrl, newFamily } from './family-module';
import { randomTensor } from './inputs';
import { expectNear } from './near';
import { hostWithCrash } from './trap';

vi.mock('../../web/src/engine/family-host', async () => ({
  createFamilyHost: hostWithCrash((wasm) => createFamilyModule({ wasm })),
}));

let family: Family;
beforeEach(async () => {
  family = await createFamily({
    wasmBinary: familyBinary(),
    files: { wasmUrl: filesUrl.href },
  });
});
afterEach(() => family.close());

const x = randomTensor(seeded(1), 5, 8);
const config = { d_model: 8, num_heads: 2 };
const scores = { shape: [1, 2], data: Float32Array.of(0, Math.log(3)) };
const softmax = (signal?: AbortSignal) => family.run('softmax', { inputs: { scores } }, signal);

describe('a family', () => {
  it('computes what the module computes', async () => {
    const { module } = await newFamily();
    const parameters = await family.randomParameters('multi_head', config, 7);
    expect(parameters).toEqual(module.randomParameters('multi_head', config, 7));
    const inputs = { query: x };
    const call = { config, parameters, inputs };
    const traced = await family.run('multi_head', { ...call, trace: true });
    const given = [config, parameters, inputs] as const;
    expect(traced).toEqual(module.run('multi_head', ...given, true));
    const plain = await family.run('multi_head', call);
    expect(plain).toEqual({ outputs: traced.outputs });
    const d_outputs = { d_output: x };
    expect(await family.gradients('multi_head', { ...call, d_outputs })).toEqual(
      module.gradients('multi_head', ...given, d_outputs),
    );
    expect(await family.operations()).toEqual(module.operations());
  });

  it('needs no more than an operation needs', async () => {
    const { outputs } = await softmax();
    expectNear('weights', outputs.weights.data, [0.25, 0.75], 1e-6);
    const { outputs: made } = await family.run('alibi', {
      config: { num_heads: 1, n_query: 1, n_key: 2 },
    });
    expect(made.bias.axes).toEqual(['head', 'query', 'key']);
  });

  it('takes a key whose value is undefined for one that is not there', async () => {
    const parameters = await family.randomParameters('multi_head', config, 1);
    const call = { parameters, inputs: { query: x } };
    const scale = undefined as unknown as number;
    expect(await family.run('multi_head', { ...call, config: { ...config, scale } })).toEqual(
      await family.run('multi_head', { ...call, config }),
    );
  });

  it('starts from the address of a file', async () => {
    const other = await createFamily({ wasmUrl: familyUrl.href });
    expect(await other.run('softmax', { inputs: { scores } })).toEqual(await softmax());
    other.close();
  });

  it('does not start from anything else, and says so', async () => {
    const text = new TextEncoder().encode('<!doctype html>').buffer as ArrayBuffer;
    await expect(createFamily({ wasmBinary: text })).rejects.toThrow(EngineError);
    await expect(createFamily({ wasmBinary: text })).rejects.toThrow('could not start: ');
    const absent = new URL('absent.wasm', familyUrl).href;
    await expect(createFamily({ wasmUrl: absent })).rejects.toThrow('absent.wasm');
  });

  it('leaves the tensors that were given to it intact', async () => {
    const before = structuredClone(x);
    const parameters = await family.randomParameters('multi_head', config, 1);
    const copy = structuredClone(parameters);
    await family.run('multi_head', { config, parameters, inputs: { query: x } });
    expect(x).toEqual(before);
    expect(parameters).toEqual(copy);
  });
});

describe('requests', () => {
  it('that are refused reject with the core’s words, and the next ones are answered', async () => {
    const refused = family.run('softmax', { inputs: { y: x } as never });
    const next = softmax();
    await expect(refused).rejects.toThrow(
      'expected one of the inputs "scores" for softmax, got "y"',
    );
    await expect(refused).rejects.not.toBeInstanceOf(EngineError);
    expect((await next).outputs.weights.shape).toEqual([1, 2]);
    expect(family.generation).toBe(1);
  });

  it('with a configuration that cannot be passed on are refused by a rejection', async () => {
    const config: Record<string, unknown> = {};
    config['self'] = config;
    await expect(family.run('softmax', { config, inputs: { scores } })).rejects.toThrow(
      'for "self", got an object',
    );
    const call = { config: { num_heads: () => 1 } as never, inputs: { query: x } };
    await expect(family.run('multi_head', call)).rejects.toThrow('could not be cloned');
    expect((await softmax()).outputs).toHaveProperty('weights');
  });

  it('are made with what the configuration was when they were asked for', async () => {
    const config = { temperature: 1 };
    const [first, second] = [softmax(), family.run('softmax', { config, inputs: { scores } })];
    config.temperature = 9;
    expect(await second).toEqual(await first);
  });

  it('that are aborted reject, and the others do not notice', async () => {
    const controller = new AbortController();
    const [first, waiting, last] = [softmax(), softmax(controller.signal), softmax()];
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(softmax(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toEqual(await last);
  });

  it('of all kinds can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const bytes = new Uint8Array();
    for (const asked of [
      family.randomParameters('multi_head', config, 1, signal),
      family.gradients('softmax', { inputs: { scores }, d_outputs: {} }, signal),
      family.readSafetensors(bytes, signal),
      family.writeSafetensors({}, {}, signal),
      family.readNpz(bytes, signal),
      family.writeNpz({}, signal),
      family.fromPyTorch('Transformer', {}, signal),
      family.toPyTorch('Transformer', {}, signal),
    ])
      await expect(asked).rejects.toThrow('enough');
  });
});

describe('files', () => {
  const scalar = { shape: [1], data: Float32Array.of(0.1) };

  it('are read and written beside what is computed', async () => {
    const file = await family.writeNpz({ scalar });
    const [computed, read] = await Promise.all([softmax(), family.readNpz(file)]);
    expect(read['scalar']).toMatchObject(scalar);
    expect(computed.outputs.weights.shape).toEqual([1, 2]);
    await expect(family.readNpz(file.subarray(5))).rejects.toThrow(/^expected /);
    await expect(family.readNpz(file.subarray(5))).rejects.not.toBeInstanceOf(EngineError);
  });

  it('come from a module that the first of them asks for', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response(familyBinary('files.wasm')));
    });
    const wasmUrl = 'https://lab.test/files.wasm';
    const other = await createFamily({ wasmBinary: familyBinary(), files: { wasmUrl } });
    await other.run('softmax', { inputs: { scores } });
    expect(asked).toEqual([]);
    await other.readNpz(await other.writeNpz({ scalar }));
    expect(asked).toEqual([wasmUrl]);
    other.close();
    vi.unstubAllGlobals();
  });

  it('are refused where there is no such module, and the family goes on', async () => {
    const wasmUrl = new URL('absent.wasm', filesUrl).href;
    const other = await createFamily({ wasmBinary: familyBinary(), files: { wasmUrl } });
    const asked = other.writeNpz({ scalar });
    await expect(asked).rejects.toThrow(EngineError);
    await expect(asked).rejects.toThrow(/^The engine could not start: .*absent\.wasm/);
    expect(await other.run('softmax', { inputs: { scores } })).toEqual(await softmax());
    other.close();
  });

  it('that are being read when the family is closed are rejected, and all later ones', async () => {
    const pending = family.writeNpz({ scalar });
    family.close();
    await expect(pending).rejects.toThrow('The engine has been closed.');
    await expect(family.writeNpz({ scalar })).rejects.toThrow('The engine has been closed.');
  });
});

describe('when the engine breaks', () => {
  const crash = () => family.request('crash' as never, [] as never);

  it('all that is pending is rejected, and the next request starts another', async () => {
    const before = await softmax();
    const pending = [crash(), softmax(), family.memory()];
    for (const one of pending) await expect(one).rejects.toThrow(/^The engine stopped: .+\.$/);
    expect(await softmax()).toEqual(before);
    expect(family.generation).toBe(2);
  });

  it('and has been closed, everything is rejected', async () => {
    const pending = softmax();
    family.close();
    await expect(pending).rejects.toThrow('The engine has been closed.');
    await expect(softmax()).rejects.toThrow(EngineError);
  });
});
