/** The built engine in plain Node, from dist/engine.js and from the package, in a `worker_threads` worker. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { readSafetensors } from '../../../web/src/files/read-safetensors.ts';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const run = promisify(execFile);

/** Runs a script that must exit by itself. Returns the JSON that it prints. */
async function printedBy(engine: string, script: string, ...options: string[]): Promise<unknown> {
  const start = `import { createEngine, EngineError } from '${pathToFileURL(dist + engine)}';
    const scores = { shape: [1, 2], data: Float32Array.of(3, 3) };
    const print = (value) => console.log(JSON.stringify(value));`;
  // Node warns on stderr when both of these are set.
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { stdout, stderr } = await run(
    process.execPath,
    [...options, '--input-type=module', '--eval', start + script],
    { timeout: 240_000, env },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Two sentences, and their similarity according to transformers. */
const reference = new URL('../../golden/minilm/', import.meta.url);
const { sentences } = JSON.parse(readFileSync(new URL('reference.json', reference), 'utf8')) as {
  sentences: { text: string }[];
};
const texts = [sentences[0]!.text, sentences[1]!.text];
const { tensors } = await readSafetensors(
  readFileSync(new URL('reference.safetensors', reference)),
);

/** The language module that belongs to the engine in this folder. */
function languageModule(engine: string): URL {
  const folder = engine.includes('/') ? 'package/' : 'assets/';
  const name = readdirSync(dist + folder).find((file) => /^language.*\.wasm$/.test(file))!;
  return pathToFileURL(dist + folder + name);
}

/** A computation that takes several seconds; closing the engine ends it. */
const long = `const q = { shape: [1, 1, 32768, 64], data: new Float32Array(32768 * 64) };
  const long = { inputs: { q, k: q, v: q } };`;

for (const engine of ['engine.js', 'package/engine.js']) {
  test.describe(`dist/${engine}`, () => {
    test('computes in a worker, while the event loop goes on and signals fire', async () => {
      const printed = await printedBy(
        engine,
        `${long}
        const engine = await createEngine();
        const { runs_in } = await engine.info();
        let turns = 0;
        const clock = setInterval(() => turns++, 1);
        const signal = AbortSignal.timeout(100);
        const error = await engine.run('scaled_dot_product', long, { signal }).catch((error) => error);
        clearInterval(clock);
        engine.close();
        print({ name: error.name, goesOn: turns > 0, runs_in });`,
      );
      expect(printed).toEqual({ name: 'TimeoutError', goesOn: true, runs_in: 'worker' });
    });

    test('lets a script exit when closed or idle, but not before its calls have finished', async () => {
      for (const end of ['engine.close();', '']) {
        const printed = await printedBy(
          engine,
          `const engine = await createEngine();
          engine.run('softmax', { inputs: { scores } }).then(({ outputs }) => {
            print([...outputs.weights.data]);
            ${end}
          });`,
        );
        expect(printed).toEqual([0.5, 0.5]);
      }
    });

    test('trains and generates sentences for head finders, in separate workers', async () => {
      const printed = await printedBy(
        engine,
        `const engine = await createEngine();
        const trainer = await engine.trainer({ task: 'copy', seed: 1, steps: 2 });
        const reports = await trainer.step(2);
        const sentences = await engine.relationSentences(1, 3);
        const { outputs } = await engine.run('softmax', { inputs: { scores } });
        engine.close();
        print([reports.length, sentences.length, ...outputs.weights.data]);`,
      );
      expect(printed).toEqual([2, 3, 0.5, 0.5]);
    });

    test('computes on the calling thread when requested', async () => {
      const printed = await printedBy(
        engine,
        `const engine = await createEngine({ worker: false });
        const { outputs } = await engine.run('softmax', { inputs: { scores } });
        print({ weights: [...outputs.weights.data], runs_in: (await engine.info()).runs_in });`,
      );
      expect(printed).toEqual({ weights: [0.5, 0.5], runs_in: 'thread' });
    });

    test('accepts transferred inputs, fills arrays for results, and survives a bad call', async () => {
      const printed = await printedBy(
        engine,
        `const results = [];
        for (const worker of [true, false]) {
          const engine = await createEngine({ worker });
          const room = new Float32Array(2);
          const inputs = { scores: structuredClone(scores) };
          const options = { transfer: true, into: { weights: room } };
          const { outputs } = await engine.run('softmax', { inputs }, options);
          const again = await engine.run('softmax', { inputs }).catch((error) => error);
          results.push({
            weights: [...outputs.weights.data],
            taken: inputs.scores.data.length === 0,
            isSame: outputs.weights.data === room,
            refused: again.message,
            after: [...(await engine.run('softmax', { inputs: { scores } })).outputs.weights.data],
          });
        }
        print(results);`,
      );
      const result = {
        weights: [0.5, 0.5],
        taken: true,
        refused: expect.stringMatching(/^expected "scores\.data" to be data that can be copied/),
        after: [0.5, 0.5],
      };
      expect(printed).toEqual([
        { ...result, isSame: false },
        { ...result, isSame: true },
      ]);
    });

    test('opens MiniLM from files on disk', async () => {
      const models = pathToFileURL(`${dist}models/minilm/`);
      const printed = await printedBy(
        engine,
        `import { openAsBlob } from 'node:fs';
        const engine = await createEngine({ wasmUrl: '${languageModule(engine)}' });
        const names = ['config.json', 'model.safetensors', 'tokenizer.json'];
        const blobs = names.map((name) => openAsBlob(new URL(name, '${models}')));
        const files = (await Promise.all(blobs)).map((blob, i) => new File([blob], names[i]));
        const model = await engine.openModel(files, { weights: 'int8' });
        const [a, b] = await model.embed(${JSON.stringify(texts)});
        const { tokens, weights } = await model.inspect('A river bank.');
        print({
          tokens,
          weights: weights.map(({ length }) => length),
          similarity: a.reduce((sum, x, i) => sum + x * b[i], 0),
        });
        engine.close();`,
      );
      expect(printed).toEqual({
        tokens: ['[CLS]', 'a', 'river', 'bank', '.', '[SEP]'],
        weights: Array<number>(6).fill(12 * 6 * 6),
        similarity: expect.closeTo(tensors['similarity']!.data[1]!, 2),
      });
    });

    test('reports why a worker could not start', async () => {
      const printed = await printedBy(
        engine,
        `const reasons = [];
        for (const workerUrl of [
          'data:text/javascript,throw new Error("thrown at once")',
          'data:text/javascript,process.exit(3)',
          import.meta.url.replace(/[^/]*$/, 'absent.js'),
        ])
          await createEngine({ workerUrl }).catch((error) =>
            reasons.push(error instanceof EngineError && error.words, ...error.pieces),
          );
        print(reasons);`,
      );
      const words = 'The engine could not start: {}.';
      expect(printed).toEqual([
        ...[words, 'thrown at once'],
        ...[words, 'its worker ended with code 3'],
        ...[words, expect.stringMatching(/^Cannot find module .*absent\.js/)],
      ]);
    });
  });
}
