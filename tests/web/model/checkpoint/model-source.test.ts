/** A model is a name or the address of a folder; everything else is refused with a reason. */
import { describe, expect, it } from 'vitest';
import { modelSource } from '../../../../web/src/model/checkpoint/model-source';

const page = 'https://lab.example/attention/model.html#text=Hi';
const source = (text: string) => modelSource(text, page);

describe('the source of a model', () => {
  it.each([
    ['minilm', 'minilm'],
    [' minilm-float16 ', 'minilm-float16'],
    ['https://example.org/my-bert', 'https://example.org/my-bert'],
    ['HTTP://example.org:8000/a b/', 'http://example.org:8000/a%20b/'],
    ['models/my-bert/', 'https://lab.example/attention/models/my-bert/'],
    ['../minilm', 'https://lab.example/minilm'],
    ['./minilm', 'https://lab.example/attention/minilm'],
    ['//example.org/bert', 'https://example.org/bert'],
  ])('%s is %s', (text, expected) => {
    expect(source(text)).toBe(expected);
  });

  it.each([
    ['', 'is not a model of this site'],
    ['gpt2', '“gpt2” is not a model of this site'],
    ['Minilm', 'is not a model of this site'],
    ['javascript:alert(1)', 'starts with “javascript:”'],
    [' JavaScript://%0aalert(1)', 'starts with “javascript:”'],
    ['data:application/json,{}', 'starts with “data:”'],
    ['blob:https://lab.example/1-2', 'starts with “blob:”'],
    ['file:///etc/', 'starts with “file:”'],
    ['java\nscript:alert(1)', 'is not a model of this site'],
    ['java\nscript:alert(1)/', 'without a password'],
    ['https://me:secret@example.org/bert', 'without a password'],
    ['https://example.org/bert?download=true', 'without a password'],
    ['https://example.org/bert#main', 'without a password'],
    ['https://exa mple/bert', 'is not the address of a folder'],
    ['https://', 'is not the address of a folder'],
  ])('%j is refused', (text, why) => {
    expect(() => source(text)).toThrow(why);
  });

  it('outside a page, an address must be absolute', () => {
    expect(() => modelSource('models/my-bert/')).toThrow('is not the address of a folder');
    expect(modelSource('https://example.org/my-bert')).toBe('https://example.org/my-bert');
  });
});
