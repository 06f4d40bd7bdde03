import { expect, it } from 'vitest';
import { Originals } from '../../../../../web/src/elements/trained/session/originals';
import type { LoadedModel } from '../../../../../web/src/model/trained/loaded-model';

const example = (text: string) => ({ text, example: text });

/** A model that notes what it reads. */
function readingModel() {
  const read: string[] = [];
  const inspect = async ({ text }: { text: string }) => {
    read.push(text);
    return { example: { text }, model: {} };
  };
  return { read, loaded: { inspect } as unknown as LoadedModel };
}

it('the pinned examples stay the same, however many texts of one’s own are read', async () => {
  const { loaded, read } = readingModel();
  const originals = new Originals();
  const pinned = ['tired', 'wide'].map(example);
  const inspectPinned = () => Promise.all(pinned.map((one) => originals.inspect(loaded, one)));
  const [tired, wide] = await inspectPinned();
  const own = Array.from({ length: 120 }, (_, i) => `own ${i}`);
  for (const text of own) {
    await originals.inspect(loaded, example(text));
    const now = await inspectPinned();
    expect(now[0]).toBe(tired);
    expect(now[1]).toBe(wide);
  }
  expect(read).toEqual(['tired', 'wide', ...own]);
  // Of one's own texts, the latest are kept.
  await originals.inspect(loaded, example('own 119'));
  expect(read).toHaveLength(122);
  await originals.inspect(loaded, example('own 0'));
  expect(read).toHaveLength(123);
});

it('another model inspects the same texts itself', async () => {
  const [first, second] = [readingModel(), readingModel()];
  const originals = new Originals();
  const one = await originals.inspect(first.loaded, example('tired'));
  expect(await originals.inspect(second.loaded, example('tired'))).not.toBe(one);
  expect(second.read).toEqual(['tired']);
});
