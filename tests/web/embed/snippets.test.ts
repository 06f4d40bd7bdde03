/** The code to paste reproduces what is on the screen, for any sentence. */
import { describe, expect, test } from 'vitest';
import { parseEmbedding } from '../../../web/src/embed/embedding.ts';
import { withState } from '../../../web/src/embed/one-file.ts';
import { elementSnippet, fileSnippet, frameSnippet } from '../../../web/src/embed/snippets.ts';
import {
  defaultState,
  formatState,
  parseState,
  type LabState,
} from '../../../web/src/settings/state.ts';

const site = 'https://example.org/lab/';
const sentences = [
  'The cat sat on the mat',
  'Say "hi" & <b>bye</b>',
  '</iframe><script>alert(1)</script>',
  '"></textarea> onload=x',
  '猫 坐 在 垫子 上',
  '&amp; &quot; $& $1 $`',
];
const states: LabState[] = sentences.map((text, i) => ({
  ...defaultState,
  text,
  head: i % 2 === 0 ? null : 1,
  mask: 'causal',
  seed: i,
}));

/** The value of an attribute as a browser reads it. */
function attributeOf(markup: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1];
  return found
    ?.replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

describe.each(states)('for $text', (state) => {
  const shown = { state, views: ['tokens', 'q'] as const, lang: 'de' };

  test('the iframe has the state in its address, and no text escapes from the markup', () => {
    const snippet = frameSnippet(site, shown);
    const source = new URL(attributeOf(snippet, 'src')!);
    expect(source.href.startsWith(`${site}embed.html#`)).toBe(true);
    const { embedding, refusal } = parseEmbedding(source.hash.slice(1));
    expect(refusal).toBeNull();
    expect(embedding).toMatchObject(shown);
    expect(snippet).toContain('data-attention-lab');
    expect(snippet.match(/</g)).toHaveLength(4);
    expect(snippet.match(/>/g)).toHaveLength(4);
  });

  test('the elements have the state as attributes', () => {
    const snippet = elementSnippet(site, shown);
    const lab = snippet.slice(snippet.indexOf('<attention-lab'));
    expect(attributeOf(lab, 'tokens')).toBe(
      state.text === defaultState.text ? undefined : state.text,
    );
    expect(attributeOf(lab, 'head')).toBe(state.head === null ? 'mean' : '1');
    expect(attributeOf(lab, 'mask')).toBe('causal');
    expect(attributeOf(lab, 'lang')).toBe('de');
    expect(lab).toContain('<attention-tokens></attention-tokens>');
    expect(lab).toContain('<attention-heatmap field="q"></attention-heatmap>');
    expect(snippet.match(/</g)).toHaveLength(8);
  });

  test('the file has the state in its address, or inside', () => {
    const source = attributeOf(fileSnippet(shown), 'src')!;
    const { embedding } = parseEmbedding(source.slice(source.indexOf('#') + 1));
    expect(embedding.state).toEqual(state);
    // The file does not report its height, so the snippet needs no script.
    expect(fileSnippet(shown)).not.toContain('data-attention-lab');
    const file = `<head><meta name="attention-state" content="" /></head>${'x'.repeat(9)}`;
    const kept = attributeOf(withState(file, formatState(state)), 'content')!;
    expect(parseState(kept)).toEqual({ state, refusal: null });
    expect(withState(file, formatState(state)).match(/</g)).toHaveLength(3);
  });
});

test('what is hidden, and the theme, are in the frame and the elements; the file has none of it', () => {
  const shown = {
    ...{ state: states[0]!, views: ['playground'] as const, lang: null },
    ...{ hide: ['seed', 'formula'] as const, theme: 'dark' as const },
  };
  const { embedding } = parseEmbedding(
    new URL(attributeOf(frameSnippet(site, shown), 'src')!).hash.slice(1),
  );
  expect(embedding).toMatchObject(shown);
  const element = elementSnippet(site, shown);
  expect(attributeOf(element, 'hide')).toBe('seed formula');
  expect(attributeOf(element, 'theme')).toBe('dark');
  expect(attributeOf(element, 'style')).toBeUndefined();
  expect(fileSnippet(shown)).not.toMatch(/hide|theme|color/);
});

test('a frame has its height and no border by attributes alone, which every Content-Security-Policy allows', () => {
  const shown = { state: states[0]!, views: ['tokens'] as const, lang: null };
  for (const [snippet, height] of [
    [frameSnippet(site, shown, 413), '413'],
    [fileSnippet(shown), '720'],
  ] as const) {
    expect(attributeOf(snippet, 'height')).toBe(height);
    expect(attributeOf(snippet, 'width')).toBe('100%');
    expect(attributeOf(snippet, 'frameborder')).toBe('0');
    expect(attributeOf(snippet, 'style')).toBeUndefined();
  }
});

test('no state escapes from its place in the file', () => {
  const hash = 'v=1&text="><script>alert(1)</script>&lang=de $& $1';
  const file = withState('<meta name="attention-state" content="" />', hash);
  expect(file.match(/</g)).toHaveLength(1);
  expect(file.match(/"/g)).toHaveLength(4);
  expect(attributeOf(file, 'content')).toBe(hash);
});

test('a text that is not the offline file is refused', () => {
  expect(() => withState('<html></html>', 'v=1')).toThrow(
    'The server returned something other than attention-lab.html.',
  );
});
