/**
 * Measures by how much the heap of an engine in Node grows with MiniLM in int8, after everything that a page asks of
 * it.
 */
import { openAsBlob } from 'node:fs';
import { createEngine } from '../../web/src/engine/client/engine.ts';
import { followedSets } from '../../web/src/model/language/followed-words.ts';
import { TextModel } from '../../web/src/model/language/text-model.ts';
import { wasmOf } from './engine-in-node.ts';
import { report } from './figures.ts';

const kHeap = 40e6;
const kSentence =
  'The girl who lives next door dropped her old red umbrella near the big green house.';
const kPair = ['He sat on the bank of the river.', 'She put her money in the bank.'] as const;
const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export async function measureLanguageMemory(): Promise<void> {
  const engine = await createEngine({ wasmBinary: wasmOf('language'), worker: false });
  const empty = await engine.info();
  const names = ['config.json', 'model.safetensors', 'tokenizer.json'];
  const files = names.map(
    async (name) => new File([await openAsBlob(`web/public/models/minilm/${name}`)], name),
  );
  const model = await TextModel.open(await Promise.all(files), engine);
  const place = { layer: 1, head: 3, query: 8 };
  await model.inspect(kSentence, { rescaled: true, story: { place, texts: [...kPair] } });
  await model.valueWeighted(kSentence, 'layers.2.attention');
  await model.findHeads();
  await model.compare([kSentence, ...kPair]);
  await model.comparePair(kPair);
  await model.withoutEachHead(kPair, () => true);
  for (const { word, groups } of Object.values(followedSets))
    await model.followWord(word, groups.flat());
  const used = await engine.info();
  model.close();
  const left = await engine.info();
  engine.close();
  const heap = used.heap_bytes - empty.heap_bytes;
  report({
    name: 'MiniLM in int8 after use, heap over an empty one',
    target: `<= ${inMb(kHeap)}`,
    measured:
      `${inMb(heap)}; in use ${inMb(used.used_bytes - empty.used_bytes)}, ` +
      `${inMb(left.used_bytes - empty.used_bytes)} once closed`,
    reached: heap <= kHeap,
  });
}
