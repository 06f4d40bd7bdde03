/** The address of embed.html: parsing, formatting, and errors. */
import { describe, expect, test } from 'vitest';
import {
  defaultEmbedding,
  formatEmbedding,
  hidable,
  parseEmbedding,
  viewNames,
  type Embedding,
} from '../../../web/src/embed/embedding.ts';
import { defaultState } from '../../../web/src/settings/state.ts';
import { seeded } from '../../support/seeded.ts';

describe('the address of a frame', () => {
  test('without parameters shows the whole playground with the defaults', () => {
    expect(parseEmbedding('')).toEqual({ embedding: defaultEmbedding, refusal: null });
    expect(formatEmbedding({})).toBe('v=3');
  });

  test('sets views, hidden parts, language, theme and host', () => {
    const hash =
      'v=3&text=a+b&mask=causal&view=tokens,bars&hide=seed,mask&lang=de-AT&theme=dark&host=https://course.example';
    const { embedding, refusal } = parseEmbedding(hash);
    expect(refusal).toBeNull();
    expect(embedding).toEqual({
      state: { ...defaultState, text: 'a b', mask: 'causal' },
      views: ['tokens', 'bars'],
      hide: ['seed', 'mask'],
      lang: 'de-AT',
      theme: 'dark',
      host: 'https://course.example',
    });
    expect(formatEmbedding(embedding)).toBe(hash);
  });

  test('accepts the older name of the export', () => {
    expect(parseEmbedding('view=take,bars')).toEqual(parseEmbedding('view=export,bars'));
    expect(parseEmbedding('hide=take').embedding.hide).toEqual(['export']);
    expect(formatEmbedding(parseEmbedding('view=take').embedding)).toBe('v=3&view=export');
  });

  test('is read as it was written in version 1', () => {
    const { embedding, refusal } = parseEmbedding('v=1&text=a+b&query=1&step=scores&view=tokens');
    expect(refusal).toBeNull();
    expect(embedding.state).toEqual({ ...defaultState, text: 'a b', word: 1, matrix: 'scores' });
    expect(parseEmbedding('view=heatmap').refusal).toBeNull();
  });

  test('keeps all other settings beside a wrong one, which is named', () => {
    const { embedding, refusal } = parseEmbedding(
      'v=3&text=a&mask=all&view=bars&theme=Dark&zoom=2',
    );
    expect(embedding).toEqual({
      ...defaultEmbedding,
      state: { ...defaultState, text: 'a' },
      views: ['bars'],
    });
    for (const wrong of ['theme must be', 'mask must be', '“zoom” is not a setting'])
      expect(refusal?.message).toContain(wrong);
  });

  test('parses to the embedding that it was formatted from', () => {
    const random = seeded(11);
    const some = <T>(of: readonly T[]) => of.filter(() => random.uniform() < 0.3);
    for (let i = 0; i < 300; i++) {
      const character = () => String.fromCodePoint(random.integer(0, 0xd7ff));
      const chosen = some(viewNames);
      const embedding: Embedding = {
        state: {
          ...defaultState,
          text: Array.from({ length: random.integer(0, 12) }, character).join(''),
          head: random.pick([null, 0, 3]),
        },
        views: chosen.length > 0 ? chosen : ['q'],
        hide: some(hidable),
        lang: random.pick([null, 'zh-Hant-TW', 'en']),
        theme: random.pick([null, 'light', 'dark']),
        host: random.pick([null, 'null', 'http://127.0.0.1:8080', 'https://a.example']),
      };
      expect(parseEmbedding(formatEmbedding(embedding))).toEqual({ embedding, refusal: null });
    }
  });
});

const long = 'x'.repeat(70_000);
const hostile: readonly string[] = [
  ...['view=', 'view=,', 'view=nothing', 'view=Heatmap', 'view=heatmap;bars', 'view=heatmap bars'],
  ...['view=<script>alert(1)</script>', 'view=__proto__', 'view=constructor', 'view=toString'],
  ...[
    'view=heatmap,__proto__',
    'view=../index',
    'view=javascript:alert(1)',
    'view=%00',
    'view=%F0%9F',
  ],
  ...['hide=everything', 'hide=__proto__', 'hide=constructor', 'hide=*', 'hide=:host'],
  ...["hide=x'] *{}", 'hide=seed mask', 'hide=SEED', 'hide=seed,mask,script'],
  ...['theme=', 'theme=Dark', 'theme=dark light', 'theme=url(x)', 'theme=__proto__'],
  ...['lang=', 'lang=d', 'lang=de_AT', 'lang=<b>', 'lang=../../zh', 'lang=de-', 'lang=toolonglang'],
  ...['lang=de-a-b-c-d-e', 'lang=%0A'],
  ...['host=', 'host=*', 'host=course.example', 'host=https://course.example/', 'host=https://'],
  ...['host=https://course.example/path', 'host=HTTPS://course.example', 'host=data:text/html,x'],
  ...[
    'host=javascript:alert(1)',
    'host=https://user@course.example',
    'host=https://course.example:443',
  ],
  ...[
    'host=https://a.example,https://b.example',
    'host=NULL',
    'host=file:///',
    'host=https://[::1',
  ],
  ...['v=4', 'v=', 'v=3&num_heads=-1', 'v=3&num_heads=1e3', 'v=3&head=abc', 'model=minilm'],
  ...['v=3&seed=9999999999', 'v=3&mask=all', 'v=3&matrix=output', 'v=3&word=NaN', 'v=3&d_model=0'],
  ...['v=__proto__', `v=3&text=${long}`, `view=${long}`, `host=https://${long}.example`],
];

describe('a hostile address', () => {
  test('is tested in at least fifty forms', () =>
    expect(hostile.length).toBeGreaterThanOrEqual(50));

  test.each(hostile.map((hash) => [hash.slice(0, 48), hash]))(
    '%s gives an error message',
    (_, hash) => {
      const { embedding, refusal } = parseEmbedding(hash);
      expect(refusal?.message).toMatch(
        /^(This link could not be read: .* The default settings are shown|Part of this link could not be used: .* The rest is as in the link)\.$/s,
      );
      expect(refusal!.message.length).toBeLessThan(500);
      expect(embedding.state).toEqual(defaultState);
    },
  );

  test('cannot change a prototype', () => {
    const { embedding } = parseEmbedding('__proto__=x&constructor=y&v=3&prototype[a]=b');
    expect(embedding).toEqual(defaultEmbedding);
    expect(Object.getPrototypeOf(embedding.state)).toBe(Object.prototype);
  });
});
