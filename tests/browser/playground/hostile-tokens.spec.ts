/** Sentences written to break the page: each is shown as text or refused with a reason. */
import { expect, test } from '@playwright/test';
import type { AttentionPlayground } from '../../../web/src/elements/playground/attention-playground.ts';
import { open } from './playground-page.ts';
import { watch } from '../support/watch.ts';

const markup = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</textarea><script>alert(1)</script>',
  '</style><style>*{display:none}</style>',
  '<!-- --><b>x</b><!--',
  '<![CDATA[x]]>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<math><mtext></mtext><script>alert(1)</script></math>',
  '<attention-lab></attention-lab>',
  '<base href="https://example.org/">',
  '<meta http-equiv="refresh" content="0;url=https://example.org/">',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt; &#x3c;script&#x3e;',
  '${alert(1)} #{alert(1)} {{alert(1)}}',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '__proto__ constructor prototype toString hasOwnProperty',
  'undefined null NaN Infinity -0',
  "'; DROP TABLE tokens; --",
  '../../../../etc/passwd',
  '<link rel="stylesheet" href="https://example.org/x.css">',
  '<object data="https://example.org/x"></object>',
  '<embed src="https://example.org/x">',
  '<form action="https://example.org/"><input name=x></form>',
  '<template shadowrootmode="open"><script>alert(1)</script></template>',
  '<slot name="starting">x</slot>',
  '<style>@import "https://example.org/x.css";</style>',
  '<video src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '{"__proto__": {"text": "x"}}',
  ']]> <?xml version="1.0"?> <!DOCTYPE x [<!ENTITY e "x">]> &e;',
  '%3Cscript%3E %00 %0a',
  '=HYPERLINK("https://example.org") @SUM(1) +1 -1',
];
const characters = [
  '\u202Egnp.exe\u202C evil',
  '\u2066\u2067\u2068 isolates',
  '\u200B\u200C\u200D\uFEFF zero width',
  'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309'.repeat(20),
  '\uD800 lone \uDC00 surrogates',
  '\uFFFF\uFFFE noncharacters \u{10FFFF}',
  '\u0000\u0001\u001B[31m control \u007F',
  '\u2028 line \u2029 paragraph',
  'tab\there\r\nnew\rline',
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏿',
  'ﷺ ﷽ 𒐫',
  'שלום עולם مرحبا بالعالم',
  'İstanbul ıI ß ẞ ſ',
  '\u00A0\u3000\u2003 spaces',
  'ĳ ŉ ǆ ﬃ ½ ²',
  'a'.repeat(8000),
  'ab '.repeat(500),
  '𝕳𝖊𝖑𝖑𝖔 𝟙𝟚𝟛',
  'ก็ ฐิ ผู้ ไทย',
  'देवनागरी क्षत्रिय',
  '日本語の文章です。',
  '\u{E0041}\u{E0042} tags',
  '\u1160\u3164 fillers',
  '🇩🇪🇨🇳🇬🇧',
  'x\u0301'.repeat(2000),
];
const refused = [
  '',
  '   ',
  '\u200B\u200D',
  '\u0000',
  '\n\n\t',
  'word '.repeat(600),
  'a'.repeat(9000),
  '<'.repeat(9000),
  '\u00AD\u034F',
];

test('at least fifty hostile sentences are shown as text or refused with a reason', async ({
  page,
}) => {
  expect(markup.length + characters.length + refused.length).toBeGreaterThanOrEqual(50);
  const { complaints, requests } = await watch(page);
  await open(page);
  const requestCount = requests.length;

  const outcomes = await page.evaluate(
    async (sentences) => {
      const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
      const outcomes: { tokens: string[]; message: string | null; foreign: string[] }[] = [];
      const inside = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          element,
          ...(element.shadowRoot ? inside(element.shadowRoot) : []),
        ]);
      for (const text of sentences) {
        const answer = new Promise<Event>((resolve) =>
          playground.addEventListener('attention-result', resolve, { once: true }),
        );
        playground.setAttribute('tokens', text);
        const { result, problem } = ((await answer) as CustomEvent).detail;
        await new Promise(requestAnimationFrame);
        const foreign = inside(playground).filter(
          (element) =>
            /^(script|img|iframe|base|meta|object|embed|a|b)$/.test(element.localName) &&
            !element.closest('p, li, .readout'),
        );
        outcomes.push({
          tokens: result.tokens.map((token: { text: string }) => token.text),
          message: problem?.message ?? null,
          foreign: foreign.map((element) => element.outerHTML),
        });
      }
      return outcomes;
    },
    [...markup, ...characters, ...refused],
  );

  outcomes.forEach(({ tokens, message, foreign }, i) => {
    expect(foreign, `${i}`).toEqual([]);
    if (i < markup.length + characters.length) {
      expect(message, `${i}`).toBeNull();
      const text = [...markup, ...characters][i]!.toWellFormed();
      for (const token of tokens) expect(text, `${i}`).toContain(token);
    } else
      expect(message, `${i}`).toMatch(
        /^(Type at least one word\.|Use at most [\d,]+ (tokens|characters); this text has [\d,]+\.)$/,
      );
  });
  expect(complaints).toEqual([]);
  // When the address changes, the browser requests the page's icon again.
  expect(requests.slice(requestCount).filter((url) => !url.endsWith('/icon.svg'))).toEqual([]);
  await page.getByLabel('Sentence').fill('All is well');
  await expect(page.getByRole('status').first()).toContainText('3 tokens');
});
