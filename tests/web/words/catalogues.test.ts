import { describe, expect, it } from 'vitest';
import { en } from '../../../web/src/words/en/base';
import '../../../web/src/words/add-changes';
import '../../../web/src/words/add-guess';
import '../../../web/src/words/add-lab';
import '../../../web/src/words/add-later';
import '../../../web/src/words/add-language-model';
import '../../../web/src/words/add-other-model';
import '../../../web/src/words/add-page';
import '../../../web/src/words/add-report';
import '../../../web/src/words/add-story';
import '../../../web/src/words/add-trained';
import '../../../web/src/words/add-recipe';
import '../../../web/src/words/add-training-page';
import '../../../web/src/words/add-digits';
import '../../../web/src/words/add-views';
import '../../../web/src/words/add-weights';
import {
  languageOf,
  languages as all,
  loadWords,
  wordsIn,
  type Language,
} from '../../../web/src/words/words';

type Word = string | ((...args: never[]) => string | readonly unknown[]);

/** All entries of a catalogue, by `section.key`. */
function entriesOf(catalogue: object, path = ''): [key: string, word: Word][] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'object' ? entriesOf(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );
}

/** Arguments that remain distinguishable in the text, even when it converts them to megabytes. */
function argumentsFor(key: string, count: number): unknown[] {
  if (key === 'refused.oneOf') return ['_1', ['_2', '_3'], '_4'];
  return Array.from({ length: count }, (_, i) => 2 ** 20 * (101 + 101 * i));
}

function textOf(key: string, word: Word, args = argumentsFor(key, word.length)): string {
  if (typeof word === 'string') return word;
  const answer = word(...(args as never[]));
  return Array.isArray(answer) ? answer.join('') : `${answer as string}`;
}

/** All numbers in a text, with any thousands separator. Chinese counts in units of 10,000, English in millions. */
function numbersIn(words: string): string[] {
  return (
    words
      .replace(/(?<=\d)[,\s](?=\d{3}(\D|$|[,\s]\d{3}))/gu, '')
      .replace(/(\d+) 万/gu, (_, count) => `${Number(count) / 100}`)
      .match(/\d+/g) ?? []
  ).sort();
}

const languages = (Object.keys(all) as Language[]).filter((language) => language !== 'en');
const before = [wordsIn('en'), ...languages.map(wordsIn)];
const loaded = await Promise.all(
  languages.map(async (language) => [language, await loadWords(language)] as const),
);
const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);
const english = new Map(entriesOf(en));

describe.each([['en', en] as const, ...loaded])('%s', (_, catalogue) => {
  it('has every entry, with the same number of arguments', () => {
    const shape = (entries: Iterable<[string, Word]>) =>
      [...entries].map(([key, word]) => [
        key,
        typeof word,
        word.length * +(typeof word !== 'string'),
      ]);
    expect(shape(entriesOf(catalogue)).sort()).toEqual(shape(english).sort());
  });

  it('ends no line between a size and its unit', () => {
    const texts = entriesOf(catalogue).map(([key, word]) => textOf(key, word));
    expect(texts.filter((text) => /\d\u00a0MB/.test(text)).length).toBeGreaterThan(10);
    expect(texts.filter((text) => /\d [kMG]B/.test(text))).toEqual([]);
  });

  it('has one name for a patch, and one for the class token', () => {
    const { token, patch } = catalogue.patches;
    const { unplaced_patches: unplaced, blind_token: blind } = catalogue.guess.questions;
    for (const text of [unplaced, blind]) expect(text).toContain(patch(1, 2).split(' ')[0]);
    expect(blind).toContain(token);
    const texts = entriesOf(catalogue).map(([key, word]) => textOf(key, word));
    const bare = (text: string) => text.replaceAll('-', '').toLowerCase();
    for (const text of texts.filter((other) => bare(other).includes(bare(token))))
      expect(text.toLowerCase()).toContain(token.toLowerCase());
  });

  it.each(entriesOf(catalogue))('has a text for %s that uses all its arguments', (key, word) => {
    const words = textOf(key, word);
    expect(words.trim()).not.toBe('');
    expect(words).not.toMatch(/undefined|NaN|\[object/);
    if (typeof word === 'string') return;
    const args = argumentsFor(key, word.length);
    for (const i of args.keys())
      expect(
        textOf(key, word, args.with(i, Array.isArray(args[i]) ? ['x', 'y'] : 7)),
        `${i}`,
      ).not.toBe(words);
  });

  it.each(entriesOf(catalogue))('names the same numbers as English for %s', (key, word) => {
    expect(numbersIn(textOf(key, word))).toEqual(numbersIn(textOf(key, english.get(key)!)));
  });
});

it('German numbers have a comma', () => {
  // Version numbers.
  const names = /Apache-2\.0|\b[123]\.0\b/g;
  for (const [key, word] of entriesOf(de))
    expect(textOf(key, word).replace(names, ''), key).not.toMatch(/\d\.\d/);
});

it('in Chinese, no space separates what a guess, or a number, is followed by', () => {
  const { guess, story } = zh;
  for (const joined of [guess.right, guess.wrong, guess.earlier])
    expect(joined('模型说 9。').join('')).toMatch(/^模型说 9。\p{Script=Han}/u);
  expect(story.rowOf('概率。', 'a').join('')).toMatch(/^概率。\p{Script=Han}/u);
});

it('no German line breaks between a number and its percent sign', () => {
  for (const [key, word] of entriesOf(de)) expect(textOf(key, word), key).not.toMatch(/\d %/);
});

describe('no English is left', () => {
  // Mathematics, names in the code, and proper names.
  const everywhere =
    /softmax|d_model|num_heads|exp\b|W_([QKVO12]|out|patch)|logits?\b|√d[kₖ]|√?d_k|d k|\b[QKNVXbgqkvn]\b|d_(head|v|ff)|Attention Lab/g;
  // Formats and their fields, programs, files, and markup to type.
  const names =
    /models="[^"]*"|C\+\+|https?:(\/\/[\w./…-]*)?|models\/my-bert\/|minilm(-float16)?|CORS|Content-Security-Policy|connect-src|__metadata__|(config|model|tokenizer)\.(json|safetensors)|layers\.\d+|Hugging Face Hub|all-MiniLM-L6-v2|Apache-2\.0|npm (run model|start)|\b((Distil|Ro)?BERTa?|MiniLM|WordPiece|BPE|pickle|PNG|SVG|CSV|NPY|NPZ|JSON|HTML|UTF-8|Shift|Ctrl(\+A)?|Esc|NumPy|PyTorch|Python|safetensors|MB|iframe|ids?|descr|fortran_order|shape|dtype|data_offsets|weight_map|axes|b?float\d+|int8|deflate|tanh|ReLU|GELU|SiLU|RMS|RoPE|AdamW?|SGD|numpy\.savez|transformers|hidden|attention(?!-)|masked words|pooler|gradients|WebAssembly|GPT-2|GB|Wilson|Kobayashi|a castle wall)\b|(of|field)="[^"]*"|\{ v: 3, text: "…" \}|(npm install )?attention-lab|\[[a-z0-9_, ]+\]|\[CLS\]|\.\w+/g;
  // German words, and English terms that German lectures use, that both languages spell alike.
  const german =
    /\bIn\b|Text|Training|System|Scores|Tokens?|Quer(y|ies)|Keys?|Values?|Heatmap|Gradient|Export|Batch|Browser|\bin\b/g;

  it('in Chinese: no Latin letters except in these names', () => {
    for (const [key, word] of entriesOf(zh)) {
      const words = textOf(key, word).replace(names, '').replace(everywhere, '');
      expect(words, key).not.toMatch(/\p{Script=Latin}/u);
    }
  });

  it('in German: no entry equals the English one, except for these names', () => {
    for (const [key, word] of entriesOf(de)) {
      const words = textOf(key, word);
      if (words === textOf(key, english.get(key)!))
        expect(
          words.replace(names, '').replace(everywhere, '').replace(german, ''),
          key,
        ).not.toMatch(/\p{L}/u);
    }
  });

  it('in German: none of the common English words', () => {
    const common =
      /\b(the|of|and|or|to|is|are|its|their|with|from|for|not|no|each|row|rows|head|heads|weights?|mask|masked|values|expected|got|mean|link|engine could)\b/i;
    for (const [key, word] of entriesOf(de))
      expect(
        textOf(key, word)
          .replace(names, '')
          .replace(/\bLink\b|\bValues\b/g, ''),
        key,
      ).not.toMatch(common);
  });
});

describe('plural forms', () => {
  it('use the singular for one', () => {
    expect(en.controls.status(1, 1, 1)).toBe('1 token · 1 head (viewing head 1, in code 0)');
    expect(de.controls.status(1, 1, 1)).toBe('1 Token · 1 Kopf (gezeigt: Kopf 1, im Code 0)');
    expect(de.controls.status(2, 2, null)).toBe('2 Tokens · 2 Köpfe (gezeigt: ihr Mittel)');
    expect(de.vector.oneHead(1)).toMatch(/ 1 Wert$/);
    expect(zh.controls.status(1, 1, null)).toBe('1 个词元 · 1 个头（显示各头平均）');
  });

  it('separate thousands as the language does, never with the decimal point', () => {
    expect(en.refused.characters(8192, 100_000)).toContain(
      '8,192 characters; this text has 100,000.',
    );
    expect(de.refused.characters(8192, 100_000)).toMatch(
      /Höchstens 8\s192 Zeichen .* hat 100\s000\./,
    );
    expect(zh.refused.characters(8192, 100_000)).toContain('8,192 个字符，这段文本有 100,000 个');
  });
});

describe('the catalogue for a `lang`', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['zh', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['en-GB', 'en'],
    ['xx', 'en'],
    ['', 'en'],
    [null, 'en'],
    ['constructor', 'en'],
    ['__proto__', 'en'],
    ['deutsch', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('%j is %s', (tag, language) => expect(languageOf(tag)).toBe(language));

  it('starts with English and loads the others on demand', () => {
    expect(before).toEqual([en, ...languages.map(() => null)]);
    expect(wordsIn('de')).toBe(de);
  });
});
