import { expect, it } from 'vitest';
import { modelName } from '../../../../web/src/model/checkpoint/model-name';

const chosen = (...paths: string[]) => paths.map((webkitRelativePath) => ({ webkitRelativePath }));

it('a model of the site is called by its name, one at an address by its folder', () => {
  const config = { _name_or_path: 'someone/bert', architectures: ['BertModel'] };
  expect(modelName('minilm-float16', [], config)).toBe('MiniLM');
  expect(modelName('https://example.org/models/my%20bert/', [], config)).toBe('my bert');
  expect(modelName('https://example.org/100%/', [], config)).toBe('100%');
});

it('files are called by their folder if it is known, or by what config.json says', () => {
  const config = { _name_or_path: 'someone/mini-bert', architectures: ['BertForMaskedLM'] };
  expect(modelName(null, chosen('my-bert/config.json', 'my-bert/tokenizer.json'), config)).toBe(
    'my-bert',
  );
  expect(modelName(null, chosen('', '', ''), config)).toBe('mini-bert');
  expect(modelName(null, chosen(''), { ...config, _name_or_path: '' })).toBe('BertForMaskedLM');
  for (const bad of [{}, { _name_or_path: 7, architectures: [['x']] }, { architectures: 'no' }])
    expect(modelName(null, chosen(''), bad)).toBe('BERT');
  expect(modelName(null, [], { architectures: ['x'.repeat(1000)] })).toHaveLength(80);
});
