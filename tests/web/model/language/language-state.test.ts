/** A link to the page of a language model contains every setting that differs from the page's initial state. */
import { describe, expect, it } from 'vitest';
import { kMaxTexts } from '../../../../web/src/model/language/compared-texts';
import { fittingChanges } from '../../../../web/src/model/language/fitting-changes';
import { followedSets } from '../../../../web/src/model/language/followed-words';
import {
  initialState,
  kMaxTextCharacters,
  kMaxSentences,
  formatLanguageState,
  parseLanguageState,
  type LanguageState,
} from '../../../../web/src/model/language/language-state';
import { placeKey } from '../../../../web/src/model/edits/edits';
import { wordsIn } from '../../../../web/src/words/words';

const head = (layer: number, number: number) => ({
  attention: `layers.${layer}.attention`,
  head: number,
});
const state: LanguageState = {
  model: 'minilm-float16',
  files: null,
  weights: 'int8',
  text: 'Time & tide, wait #1.',
  layer: 0,
  head: 11,
  word: 2,
  key: 5,
  delimiters: 'rescaled',
  direction: 'is_seen_by',
  order: 'entropy',
  relation: 'verb_to_object',
  search: 'verbs & objects',
  off: [
    { attention: 'layers.0.attention', head: 3 },
    { attention: 'layers.2.attention', head: 11 },
  ],
  forced: [{ attention: 'layers.1.attention', head: 3, query: 8, key: 2 }],
  edits: [
    { layer: 'layers.1.attention', field: 'v', index: [0, 3, 8, 31], value: -0.5 },
    { field: 'pooled', index: [0, 0, null], value: 2, multiplies: true },
  ],
  stage: 'pooled',
  matrix: 'pooled',
  columns: { d_model: 383 },
  asked: { field: 'similarities', index: [0, 2] },
  texts: ['One text.', 'Another.\u00a0'],
  pair: [0, 1],
  masked: { text: 'To [MASK] or not to be.', words: [0, 3] },
  followed: { word: 'shore', groups: [['On the shore.'], ['A shore?', 'The shore']] },
  cosines: [{ sentence: 0, at: 3 }, { sentence: 2 }],
};

describe('the address', () => {
  it('has the last word of what the fields accept', () => {
    const last = kMaxTextCharacters - 1;
    const long: LanguageState = {
      ...state,
      masked: { text: 'a '.repeat(kMaxTextCharacters / 2), words: [last] },
      cosines: [{ sentence: 2 * kMaxSentences - 1 }, { sentence: kMaxSentences, at: last }],
    };
    expect(parseLanguageState(formatLanguageState(long))).toEqual({ state: long, refusal: null });
  });

  it('is readable, and is read back', () => {
    const address = formatLanguageState(state);
    expect(address).toContain(
      'v=3&model=minilm-float16&weights=int8&text=Time+%26+tide,+wait+%231.&layer=0&head=11&word=2&key=5' +
        '&delimiters=rescaled&direction=is_seen_by&order=entropy&relation=verb_to_object' +
        '&search=verbs+%26+objects&off=layers.0.attention:3,layers.2.attention:11&row=layers.1.attention:3:7-1' +
        '&stage=pooled&matrix=pooled&columns=d_model:383&asked=similarities[0,2]&edits=layers.1.attention.v[0,3,8,31]=-0.5;pooled[0,0,*]*2&texts=One+text.',
    );
    expect(address).toContain('&cosines=0:3,2');
    expect(parseLanguageState(address)).toEqual({ state, refusal: null });
  });

  it('is short if nothing was changed', () => {
    expect(formatLanguageState(initialState)).toBe('v=3&layer=1&head=3&word=7');
    expect(parseLanguageState('masked_words=').state.masked.words).toEqual([]);
    expect(parseLanguageState('')).toEqual({ state: initialState, refusal: null });
    const bank = { ...initialState, followed: followedSets.bank };
    expect(formatLanguageState(bank)).toBe('v=3&layer=1&head=3&word=7&follow=bank');
    expect(parseLanguageState('follow=bank').state.followed).toBe(followedSets.bank);
  });

  it.each<[string, Partial<LanguageState>]>([
    ['sentence', { text: '' }],
    ['search', { search: '' }],
    ['masked text', { masked: { text: '', words: [] } }],
    ['texts', { texts: ['', ''], pair: [0, 1] }],
    ['followed word', { followed: { word: '', groups: followedSets.bank.groups } }],
    ['sentences of one meaning', { followed: { word: 'bank', groups: [[''], ['The bank.']] } }],
    ['sentences of the other meaning', { followed: { word: 'it', groups: [['It.'], ['']] } }],
    ['sentences of both meanings', { followed: { word: 'it', groups: [[''], ['']] } }],
    ['followed word and sentences', { followed: { word: '', groups: [[''], ['']] } }],
  ])('keeps an emptied field: %s', (_, emptied) => {
    for (const before of [initialState, state]) {
      const after = { ...before, ...emptied };
      expect(parseLanguageState(formatLanguageState(after))).toEqual({
        state: after,
        refusal: null,
      });
    }
  });

  it('includes the folder of a model on another site', () => {
    const folder = 'https://example.org/my-bert/';
    const address = formatLanguageState({ ...initialState, model: folder });
    expect(address).toBe('v=3&model=https:%2F%2Fexample.org%2Fmy-bert%2F&layer=1&head=3&word=7');
    expect(parseLanguageState(address)).toEqual({
      state: { ...initialState, model: folder },
      refusal: null,
    });
    expect(parseLanguageState(`model=${folder}`).state.model).toBe(folder);
  });

  it('may have the delimiter before the first word as the query word', () => {
    const state = { ...initialState, word: -1, key: -1 };
    expect(parseLanguageState(formatLanguageState(state))).toEqual({ state, refusal: null });
  });

  it('is read as it was written in version 1', () => {
    const { state: read, refusal } = parseLanguageState(
      'v=1&model=minilm-float16&text=Time+%26+tide,+wait+%231.&layer=0&head=11&word=2' +
        '&delimiters=rescaled&direction=is_seen_by&order=entropy&relation=verb_to_object&off=0:3,2:11&row=1:3:8-2' +
        '&texts=One+text.%0AAnother.%C2%A0&pair=0,1&masked=To+[MASK]+or+not+to+be.&mask=0,3' +
        '&follow=shore&one=On+the+shore.&other=A+shore%3F%0AThe+shore',
    );
    expect(refusal).toBeNull();
    const { edits, stage, matrix, columns, asked, weights, key, search, cosines } = initialState;
    const later = { edits, stage, matrix, columns, asked, weights, key, search, cosines };
    expect(read).toEqual({ ...state, ...later });
    expect(parseLanguageState('v=1&row=0:3:0-4').state.forced).toEqual([
      { ...head(0, 3), query: 0, key: 4 },
    ]);
    expect(parseLanguageState('v=1&mask=').state.masked.words).toEqual([]);
  });

  it('of older links is read', () => {
    const { state: read, refusal } = parseLanguageState(
      'text=A+b&layer=1&head=3&word=0&model=minilm',
    );
    expect(read).toEqual({ ...initialState, text: 'A b', word: 0, model: 'minilm' });
    expect(refusal).toBeNull();
  });

  it.each([
    ['model=gpt', { model: null }, 'model: “gpt” is not a model of this site (minilm, minilm-fl'],
    [
      'model=javascript:alert(1)',
      { model: null },
      'model: An address that starts with “javascript:”',
    ],
    [
      'model=https://me:pw@a.org/b',
      { model: null },
      'model: “https://me:pw@a.org/b” is not the addr',
    ],
    ['layer=two', { layer: 1 }, 'layer: Enter a whole number from 0 to 999, not “two”'],
    ['delimiters=some', { delimiters: 'hidden' }, 'delimiters must be hidden or shown or rescaled'],
    ['order=size', { order: 'layer' }, 'order must be layer or name or entropy or distance'],
    ['relation=a', { relation: null }, 'relation must be previous_word or next_word or'],
    [
      'off=layers.1.attention:3,0:3',
      { off: [head(1, 3)] },
      'off must look like layers.0.attention:1, not “0:3”',
    ],
    ['row=1:3', { forced: [] }, 'row must look like 0:layers.1.attention:0:8-1, not “1:3”'],
    ['texts=one', { texts: initialState.texts }, 'The link has 1 texts to compare'],
    [
      'masked_words=2,word',
      { masked: { text: 'To [MASK] or not to be.', words: [6] } },
      'masked_words: Enter',
    ],
    ['pair=0,9', { pair: [1, 0] }, 'pair: Enter a whole number from 0 to 1, not “9”'],
    ['text=' + 'a'.repeat(20_001), { text: initialState.text }, 'Use at most 20,000 characters'],
    [
      'one=' + 'A shore.\n'.repeat(200),
      { followed: { word: 'shore', groups: [[''], ['A shore?', 'The shore']] } },
      'one: Use at most 200 sentences; this link has 201.',
    ],
    ['weights=int4', { weights: null }, 'weights must be int8, not “int4”'],
    ['key=-2', { key: null }, 'key: Enter a whole number from 0 to 999, not “-2”'],
    ['search=' + 'a'.repeat(201), { search: '' }, 'Use at most 200 characters'],
    ['cosines=0:3', { cosines: null }, 'cosines must look like 0:3,8, not “0:3”'],
    ['heads=3', {}, '“heads” is not a setting of this page'],
    ['v=4', {}, 'its version is “4”'],
  ])('%s is named, and the others are kept', (wrong, change, why) => {
    const parameters = new URLSearchParams(formatLanguageState(state));
    const [name, value] = wrong.split('=') as [string, string];
    parameters.set(name, value);
    const read = parseLanguageState(parameters.toString());
    expect(read.state).toEqual({ ...state, ...change });
    expect(read.refusal!.translate(wordsIn('en')!)).toContain(why);
  });
});

it('texts as long as the fields accept them survive their own address', () => {
  const long = 'word '.repeat(kMaxTextCharacters / 5);
  const lines = Array.from({ length: kMaxSentences }, (_, i) => `${'sand '.repeat(19)}${i % 10}`);
  const full: LanguageState = {
    ...state,
    text: long,
    texts: Array.from({ length: kMaxTexts }, () => long),
    followed: { word: 'sand', groups: [lines, lines] },
    masked: { text: long, words: [] },
  };
  expect(parseLanguageState(formatLanguageState(full))).toEqual({ state: full, refusal: null });
});

describe('changes that the model or the text does not have', () => {
  const config = {
    ...{ architecture: 'encoder_only' as const, d_model: 384, d_ff: 1536 },
    ...{ layers: 6, heads: 12 },
  };
  const size = { story: { config }, layers: 6, heads: 12 };

  it('are left out, and listed as in the address', () => {
    const { state: read, refusal } = parseLanguageState(
      `off=${['5', '50', '6'].map((layer) => `layers.${layer}.attention:3`).join()},layers.0.attention:12` +
        `&row=${[
          '1.attention:3:7-1',
          '1.attention:3:11-1',
          '1.attention:3:7-998',
          '6.attention:3:7-1',
          '1.attention:12:7-1',
        ]
          .map((row) => `layers.${row}`)
          .join()}` +
        '&edits=layers.5.attention.v[0,11,11,31]=1;layers.5.attention.v[0,11,12,31]=1;' +
        'layers.6.attention.v[0,0,0,0]=1;layers.0.w_q[0,0]=1;embedded[0,11,383]*2;pooled[0,1,0]=1;' +
        'layers.0.feed_forward.activated[0,0,1535]=1;layers.0.attention.weights[0,0,3,12]=0;' +
        'layers.5.attention.w_q[383,*]*2;layers.5.attention.w_q[384,0]=1;embedding_norm.beta[0]=1;' +
        'layers.5.feed_forward.w_2[1535,383]=1;layers.5.feed_forward.w_1[1535,383]=1',
    );
    expect(refusal).toBeNull();
    expect(fittingChanges(read, size, 12)).toEqual({
      off: [head(5, 3)],
      forced: [{ ...head(1, 3), query: 8, key: 2 }],
      edits: [
        { layer: 'layers.5.attention', field: 'v', index: [0, 11, 11, 31], value: 1 },
        { field: 'embedded', index: [0, 11, 383], value: 2, multiplies: true },
        { layer: 'layers.0.feed_forward', field: 'activated', index: [0, 0, 1535], value: 1 },
        {
          layer: 'layers.5.attention',
          field: 'w_q',
          index: [383, null],
          value: 2,
          multiplies: true,
        },
        { layer: 'embedding_norm', field: 'beta', index: [0], value: 1 },
        { layer: 'layers.5.feed_forward', field: 'w_2', index: [1535, 383], value: 1 },
      ],
      absent: [
        ...['off=layers.50.attention:3', 'off=layers.6.attention:3', 'off=layers.0.attention:12'],
        ...['row=layers.1.attention:3:11-1', 'row=layers.1.attention:3:7-998'],
        ...['row=layers.6.attention:3:7-1', 'row=layers.1.attention:12:7-1'],
        ...['layers.5.attention.v[0,11,12,31]=1', 'layers.6.attention.v[0,0,0,0]=1'],
        ...['layers.0.w_q[0,0]=1', 'pooled[0,1,0]=1'],
        'layers.0.attention.weights[0,0,3,12]=0',
        ...['layers.5.attention.w_q[384,0]=1', 'layers.5.feed_forward.w_1[1535,383]=1'],
      ],
      asked: null,
    });
  });

  it('include an asked number that is in neither the model nor its results', () => {
    const words = {
      ...size,
      story: { config: { ...config, vocab_size: 9, predicts_words: true } },
    };
    const fitting = (asked: string, model = size) => {
      const { state: read } = parseLanguageState(`asked=${asked}`);
      expect(formatLanguageState(read)).toContain(`asked=${asked}`);
      const { asked: kept, absent } = fittingChanges(read, model, 12);
      expect(absent).toEqual(kept ? [] : [`asked=${asked}`]);
      return kept && placeKey(kept) === asked;
    };
    for (const asked of ['layers.5.attention.weights[0,11,11,11]', 'pooled[0,0,383]'])
      expect([fitting(asked), fitting(asked, words)]).toEqual([true, true]);
    expect(fitting('layers.6.attention.weights[0,0,0,0]')).toBeNull();
    expect([fitting('similarities[0,2]'), fitting('similarities[0,2]', words)]).toEqual([
      true,
      null,
    ]);
    expect(fitting('similarities[0,3]')).toBeNull();
    const word = 'log_probabilities[0,11,8]';
    expect([fitting(word), fitting(word, words)]).toEqual([null, true]);
    expect(fitting('log_probabilities[0,11,9]', words)).toBeNull();
    expect(parseLanguageState('asked=pooled[0,0,*]').refusal?.message).toContain('asked');
  });

  it('are empty if all fit', () => {
    const { off, forced, edits, asked } = state;
    expect(fittingChanges(state, size, 9)).toEqual({ off, forced, edits, asked, absent: [] });
  });
});
