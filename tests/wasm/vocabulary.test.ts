/** Checks whether a tokenizer and a model's table of tokens can belong together. */
import { describe, expect, it } from 'vitest';
import { openLine } from '../../web/src/elements/language/open-line';
import { safetensorsOf } from '../../web/src/files/safetensors';
import { TextModel } from '../../web/src/model/language/text-model';
import { wordsIn } from '../../web/src/words/words';
import { engine } from './language-engine';
import { files, jsonOf, tensors, withTokenizer } from './small-bert';

/** The files of the small BERT, with some of them replaced. */
const filesWith = (changed: Record<string, Uint8Array<ArrayBuffer> | string>) =>
  files.map((file) => new File([changed[file.name] ?? file], file.name));

describe('a tokenizer', () => {
  it('must not have more tokens than the model', async () => {
    const { model: vocabulary, added_tokens } = jsonOf('tokenizer.json');
    const message =
      'tokenizer.json gives a token the number 260, but the model has only 260 tokens. It belongs to another model.';
    const vocab = { ...vocabulary.vocab, one_more: 260 };
    const other = withTokenizer({ model: { ...vocabulary, vocab } });
    await expect(TextModel.open(other, engine)).rejects.toThrow(message);
    const added = [...added_tokens, { ...added_tokens[0], id: 260, content: '[MORE]' }];
    const more = withTokenizer({ added_tokens: added });
    await expect(TextModel.open(more, engine)).rejects.toThrow(message);
    expect((await TextModel.open(files, engine)).doubtfulVocabulary).toBeNull();
  });

  it('may have fewer tokens; the model reports when many are missing', async () => {
    const padded = (rows: number) => {
      const table = 'bert.embeddings.word_embeddings.weight';
      const bias = 'cls.predictions.bias';
      const longer = (name: string, width: number) => {
        const data = new Float32Array(rows * width);
        data.set(tensors[name]!.data);
        const shape = width === 1 ? [rows] : [rows, width];
        return { ...tensors[name]!, shape, data };
      };
      const changed = { ...tensors, [table]: longer(table, 48), [bias]: longer(bias, 1) };
      return filesWith({
        'config.json': JSON.stringify({ ...jsonOf('config.json'), vocab_size: rows }),
        'model.safetensors': safetensorsOf(Object.entries(changed), {}),
      });
    };
    const model = await TextModel.open(padded(260 + 1024), engine);
    expect(model.doubtfulVocabulary).toBeNull();
    expect((await model.inspect('The animal.')).weights).toHaveLength(3);
    const other = await TextModel.open(padded(260 + 1025), engine);
    expect(other.doubtfulVocabulary).toEqual({ tokens: 260, rows: 1285 });
    expect(openLine(other, null, wordsIn('en')!)).toBe(
      '3 layers of 4 heads, d_model 48, weights in float32. ' +
        'tokenizer.json has only 260 tokens, the model 1,285: it may belong to another model.',
    );
  });
});
