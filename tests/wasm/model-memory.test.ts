/** While a model opens, memory runs out or files are removed: the previous model stays usable. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/client/engine';
import { TextModel } from '../../web/src/model/language/text-model';
import { en } from '../../web/src/words/en/base';
import { messageOf } from '../../web/src/words/refusal';
import { loadWords } from '../../web/src/words/words';
import { limitedMemory } from './limited-memory';
import { wasmBinary } from './module';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);
const names = ['config.json', 'model.safetensors', 'tokenizer.json'];

function filesIn(path: string): File[] {
  const folder = new URL(path, import.meta.url);
  return names.map((name) => new File([readFileSync(new URL(name, folder))], name));
}
const small = filesIn('../golden/checkpoints/bert/');
const text = 'The animal did not cross.';

/** An engine whose heap cannot grow to the 65 MB that MiniLM needs in 16 bits. */
async function shortOfMemory() {
  const wasmBinaryOf = limitedMemory(new Uint8Array(wasmBinary('language.wasm')), 40e6).buffer;
  return createEngine({ wasmBinary: wasmBinaryOf, worker: false });
}

const errorOf = (opening: Promise<unknown>) =>
  opening.then(
    () => null,
    (error: Error) => error,
  );

describe('memory that runs out', () => {
  it('is reported; open models keep working, and others can be opened', async () => {
    const engine = await shortOfMemory();
    const open = await TextModel.open(small, engine);
    const { weights } = await open.inspect(text);
    const before = await engine.info();
    for (let i = 0; i < 3; i++) {
      const error = await errorOf(
        TextModel.open(filesIn('../../web/public/models/minilm-float16/'), engine),
      );
      expect(messageOf(error!)(en)).toBe('Not enough memory for this request.');
      expect(messageOf(error!)(de)).toBe('Der Speicher reicht für diese Anfrage nicht.');
      expect(messageOf(error!)(zh)).toBe('内存不足，无法完成这个请求。');
    }
    const after = await engine.info();
    expect(after.models).toBe(before.models);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
    expect((await open.inspect(text)).weights).toEqual(weights);
    const other = await TextModel.open(small, engine);
    expect((await other.inspect(text)).weights).toEqual(weights);
    engine.close();
  });
});

/** What a browser returns if the file on disk is no longer the one that was chosen. */
class RemovedFile extends File {
  #reads: number;

  constructor(file: File, content: Uint8Array<ArrayBuffer>, reads: number) {
    super([content], file.name);
    this.#reads = reads;
  }

  override slice(begin?: number, end?: number, type?: string): Blob {
    if (this.#reads-- > 0) return super.slice(begin, end, type);
    const gone = async () => {
      throw new DOMException('A requested file could not be read.', 'NotReadableError');
    };
    return Object.assign(new Blob(), { arrayBuffer: gone, text: gone });
  }
}

describe('a file that is removed while it is read', () => {
  it.each([
    ['config.json', 0],
    ['tokenizer.json', 0],
    ['model.safetensors', 0],
    // Fails after the header and three slices.
    ['model.safetensors', 5],
  ])('%s, after %d reads', async (name, reads) => {
    const engine = await createEngine({ wasmBinary: wasmBinary('language.wasm'), worker: false });
    const before = await engine.info();
    const files = await Promise.all(
      small.map(async (file) =>
        file.name === name
          ? new RemovedFile(file, new Uint8Array(await file.arrayBuffer()), reads)
          : file,
      ),
    );
    const error = await errorOf(TextModel.open(files, engine));
    expect(messageOf(error!)(en)).toBe(
      `${name} cannot be read any more: it was changed, moved or removed. Choose all files again.`,
    );
    expect(messageOf(error!)(de)).toMatch(new RegExp(`^${name} lässt sich nicht mehr lesen`));
    expect(messageOf(error!)(zh)).toContain(`无法再读取 ${name}`);
    const after = await engine.info();
    expect(after.models).toBe(before.models);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
    expect(await TextModel.open(small, engine)).toMatchObject({ layers: 3 });
    engine.close();
  });
});
