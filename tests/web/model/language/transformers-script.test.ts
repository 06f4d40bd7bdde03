import { expect, it } from 'vitest';
import {
  transformersScript,
  type ScriptRequest,
} from '../../../../web/src/model/language/transformers-script';

const asked: ScriptRequest = {
  text: 'The "girl".',
  layer: 1,
  head: 3,
  query: 8,
  published: true,
  model_type: 'bert',
  weights: 'float16',
  max_length: 512,
  changes: {},
};

it('addresses the row by its indices in code', () => {
  const script = transformersScript(asked);
  expect(script).toContain(
    'tokenizer("The \\"girl\\".", truncation=True, max_length=512, return_tensors="pt")',
  );
  expect(script).toContain('row = attentions[1][0, 3, 8]');
});

it.each([
  ['a new line', 'a\nb', '"a\\nb"'],
  ['a backslash', 'a\\', '"a\\\\"'],
  ['a line separator', 'a\u2028b', '"a\\u2028b"'],
  ['a lone surrogate', 'a\ud800', '"a\ufffd"'],
])('no text breaks out of its string: %s', (_, text, written) => {
  expect(transformersScript({ ...asked, text })).toContain(`tokenizer(${written}, truncation`);
});

it('rounds the parameters to the precision of the page', () => {
  expect(transformersScript(asked)).toContain('model.half().float()');
  expect(transformersScript(asked)).not.toContain('def rounded');
  const int8 = transformersScript({ ...asked, weights: 'int8' });
  expect(int8).toContain('parameter.copy_(rounded(parameter))');
  expect(int8).not.toContain('half()');
});

it('contains code for changes only if there are any', () => {
  const script = transformersScript(asked);
  for (const name of ['columns', 'force_row', 'switch_off', 'NOT reproduced'])
    expect(script).not.toContain(name);
});

it('forces rows before it switches heads off', () => {
  const script = transformersScript({
    ...asked,
    changes: {
      off: [{ attention: 'layers.0.attention', head: 11 }],
      forced: [{ attention: 'layers.4.attention', head: 2, query: 6, key: 1 }],
    },
  });
  const [row, head] = [
    'force_row(layer=4, head=2, query=6, key=1)\n',
    'switch_off(layer=0, head=11)\n',
  ].map((call) => script.indexOf(call));
  expect(row).toBeGreaterThan(0);
  expect(head).toBeGreaterThan(row!);
});

it('lists the changed numbers that it does not reproduce', () => {
  const edit = { layer: 'layers.0.attention', field: 'v', index: [0, 1, 11, 0], value: -0.61 };
  const script = transformersScript({ ...asked, changes: { edits: [edit] } });
  const comments = script.split('\n').filter((line) => line.startsWith('#'));
  expect(comments).toContain('#   layers.0.attention.v[0,1,11,0]=-0.61');
});

it("reads a model of one's own from a folder to fill in, and hooks into its architecture", () => {
  const off = [{ attention: 'layers.0.attention', head: 1 }];
  const own = { ...asked, published: false, weights: 'float32', changes: { off } } as const;
  for (const [model_type, layers] of [
    ['bert', 'model.encoder.layer'],
    ['roberta', 'model.encoder.layer'],
    ['distilbert', 'model.transformer.layer'],
  ] as const) {
    const script = transformersScript({ ...own, model_type });
    expect(script).toContain('folder = "path/to/your/model"');
    expect(script).toContain(`attention = ${layers}[layer].attention\n`);
    expect(script).not.toMatch(/MiniLM|minilm/);
  }
});
