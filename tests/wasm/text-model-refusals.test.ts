/** The files that are not a model of the BERT family, and the texts that a model refuses or cuts. */
import { describe, expect, it } from 'vitest';
import { TextModel } from '../../web/src/model/language/text-model';
import { engine } from './language-engine';
import {
  bytesOf,
  names,
  files,
  tensors,
  withFile,
  withConfig,
  withTokenizer,
  withTensors,
} from './small-bert';

describe('files of another kind of model', () => {
  const opened = (given: readonly File[]) => TextModel.open(given, engine);
  it.each(names)('are refused without %s', async (name) => {
    await expect(opened(files.filter((file) => file.name !== name))).rejects.toThrow(
      `The file ${name} is missing.`,
    );
  });

  it('are refused with the reason', async () => {
    const pickled = [...files.filter(({ name }) => name !== 'model.safetensors')];
    pickled.push(new File(['x'], 'pytorch_model.bin'));
    await expect(opened(pickled)).rejects.toThrow('pytorch_model.bin is a pickle');
    await expect(opened(withFile('config.json', '[1]'))).rejects.toThrow('config.json is not JSON');
    await expect(opened(withFile('tokenizer.json', '{'))).rejects.toThrow(
      'tokenizer.json is not JSON',
    );
    await expect(opened(withTokenizer({ model: { type: 'Unigram' } }))).rejects.toThrow(
      'of the kind Unigram',
    );
    await expect(opened(withTokenizer({ model: { type: 'WordPiece', vocab: 5 } }))).rejects.toThrow(
      'tokenizer.json is damaged',
    );
    await expect(opened(withConfig({ model_type: 'gpt2' }))).rejects.toThrow(/gpt2/);
    const another = withTokenizer({ model: { type: 'Unigram' } }).map((file) =>
      file.name === 'config.json' ? new File(['{"model_type": "t5"}'], file.name) : file,
    );
    await expect(opened(another)).rejects.toThrow(/got "t5"/);
    await expect(opened(withConfig({ hidden_size: 96 }))).rejects.toThrow(
      'expected tensor "bert.embeddings.word_embeddings.weight" of shape [260, 96], got [260, 48]',
    );
    const { ['bert.encoder.layer.1.output.dense.bias']: left, ...others } = tensors;
    expect(left).toBeDefined();
    await expect(opened(withTensors(others))).rejects.toThrow(
      'expected a tensor "bert.encoder.layer.1.output.dense.bias" of shape [48], got none',
    );
    const half = bytesOf('model.safetensors').slice(0, 200_000);
    await expect(opened(withFile('model.safetensors', half))).rejects.toThrow(
      'model.safetensors is incomplete or damaged: it should have 307624 bytes, but has 200000.',
    );
  });
});

describe('wrong arguments are refused by any model, also one that an element opened', () => {
  const text = 'The animal did not cross the street.';
  const wrong = (value: unknown) => value as never;
  const head = { attention: 'layers.0.attention', head: 0 };
  it.each<[string, (model: TextModel) => Promise<unknown>, string]>([
    ['a text', (model) => model.embed([wrong(5)]), 'expected the text to be a text, got 5'],
    [
      'an option',
      (model) => model.inspect(text, wrong({ interventions: [] })),
      'expected only the keys fields, rescaled, story, off, forced, edits in the call',
    ],
    ['a list', (model) => model.compare(wrong(text)), 'expected the texts to be an array, got "'],
    ['a word', (model) => model.followWord(wrong(5), [text]), 'the word to be a text, got 5'],
    ['a change', (model) => model.inspect(text, { edits: wrong(5) }), 'edits to be an array'],
    [
      'an exact model',
      (model) => model.roundingError([text], wrong({})),
      'expected the exact model to be one of the same engine, got an object',
    ],
    ...(
      [
        [{ off: [null] }, 'off to be an object, got null'],
        [{ off: [{ layer: 0, head: 0 }] }, 'off.attention to be a text, got undefined'],
        [{ off: [{ ...head, head: null }] }, 'off.head to be a whole number'],
        [
          { forced: [{ ...head, query: 1 }] },
          'forced.key to be a whole number from 0 to 9, got un',
        ],
        [
          { forced: [{ ...head, query: 1, key: 10 }] },
          'forced.key to be a whole number from 0 to 9',
        ],
        [{ forced: [{ ...head, query: 10, key: 1 }] }, 'forced.query to be a whole number from 0'],
        [{ edits: [undefined] }, 'edits to be an object, got undefined'],
        [
          { edits: [{ field: 'embedded', index: [null, 0, 0], value: 2, multiplies: 'no' }] },
          'multiplies to be true or false, got "no"',
        ],
        [{ fields: 5 }, 'fields to be an array, got 5'],
      ] as const
    ).map(
      ([options, message]) =>
        [
          JSON.stringify(options),
          (model: TextModel) => model.inspect(text, wrong(options)),
          message,
        ] as [string, (model: TextModel) => Promise<unknown>, string],
    ),
    ...(
      [
        [5, 'the story to be an object, got 5'],
        [{}, 'the place to be an object, got undefined'],
        [{ place: { layer: 0, head: '0', query: 1 }, texts: [] }, 'head to be a whole number'],
        [{ place: { layer: 0, head: 0, query: 1 } }, 'texts to be an array, got undefined'],
        [{ place: { layer: 0, head: 0, query: 1 }, texts: [5] }, 'texts to be texts, got 5'],
      ] as const
    ).map(
      ([story, message]) =>
        [
          `the story ${JSON.stringify(story)}`,
          (model: TextModel) => model.inspect(text, { story: wrong(story) }),
          message,
        ] as [string, (model: TextModel) => Promise<unknown>, string],
    ),
    [
      'the place of a story',
      (model) => model.story.parameters(wrong(null)),
      'the place to be an object, got null',
    ],
    ['tokens', async (model) => model.unknownIn(wrong(text)), 'tokens to be an array, got "The'],
    [
      'texts without heads',
      (model) => model.withoutEachHead(wrong(text), () => true),
      'the texts to be an array, got "The',
    ],
    [
      'effects',
      (model) => model.withNames(wrong(null), []),
      'the effects to be an object, got null',
    ],
    [
      'words',
      (model) => model.vectors.wordCosines(wrong([null])),
      'word to be an object, got null',
    ],
    [
      'texts whose similarity changes',
      async (model) => model.vectors.similarityChange(wrong(5), {}),
      'the texts to be an array, got 5',
    ],
    [
      'changes',
      (model) => model.vectors.tokenVectors(text, wrong(null)),
      'the changes to be an object, got null',
    ],
    ['one text', (model) => model.comparePair(wrong(['a'])), 'expected two texts, got ["a"]'],
    ['a place', (model) => model.row(text, wrong({})), 'attention to be a text, got undefined'],
    [
      'a callback',
      (model) => model.findHeads({ onProgress: wrong(5) }),
      'expected onProgress to be a function, got 5',
    ],
    ['a choice', (model) => model.relationSentences(wrong(null)), 'to be an object, got null'],
  ])('%s', async (_, ask, message) => {
    const model = await TextModel.open(files, engine);
    await expect(ask(model)).rejects.toThrow(message);
  });
});

it('a search of a model that is closed meanwhile ends with a reason', async () => {
  const model = await TextModel.open(files, engine);
  const search = model.findHeads({
    sentences: 64,
    onProgress: (done) => done > 0 && model.close(),
  });
  await expect(search).rejects.toThrow(/^this model has been disposed of$/);
});

describe('a text', () => {
  it('must have a word', async () => {
    const model = await TextModel.open(files, engine);
    expect(() => model.tokenize(' ')).toThrow('Type at least one word.');
  });

  it('of too many tokens is cut, and the result says so', async () => {
    const model = await TextModel.open(files, engine);
    expect(model.max_length).toBe(64);
    const fitting = await model.inspect('the '.repeat(62));
    expect(fitting.cut).toBeNull();
    const inspectedText = await model.inspect('the '.repeat(80));
    expect(inspectedText.cut).toEqual({ tokens: 18, after: 'the the the' });
    expect(inspectedText.weights).toEqual(fitting.weights);
    expect(await model.embed(['the '.repeat(80)])).toEqual([fitting.embedding]);
  });

  it('in which a word is followed is cut, and the result says so, even if the word is cut off', async () => {
    const model = await TextModel.open(files, engine);
    const long = `The animal ${'the '.repeat(80)} street.`;
    const short = 'The animal did not cross the street.';
    const { cuts } = await model.followWord('animal', [short, long]);
    expect(cuts).toEqual([model.tokenize(long).cut]);
    expect(cuts[0]!.after).toBe('the the the');
    expect((await model.followWord('animal', [short])).cuts).toEqual([]);
    const expected =
      '“… the the the” does not contain the word “street”. ' +
      'The model reads at most 64 tokens: the text is cut after “the the the”, and the last 22 tokens are not read.';
    await expect(model.followWord('street', [short, long])).rejects.toThrow(expected);
    const words = [short, long].map((text) => ({ word: 'street', text }));
    await expect(model.vectors.wordCosines(words)).rejects.toThrow(expected);
    await expect(model.followWord('zebra', [short])).rejects.toThrow(
      `“${short}” does not contain the word “zebra”.`,
    );
  });
});
