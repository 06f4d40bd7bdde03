/** The build finds the way on which the engine would load elements. */
import { expect, it } from 'vitest';
import { wayToElements } from '../../../web/build/engine-without-elements';

const view = { moduleIds: ['/lab/node_modules/lit/index.js'] };
const chunks = {
  'engine.js': { imports: ['client.js'], dynamicImports: ['text-model.js'] },
  'client.js': { dynamicImports: ['engine.js'], moduleIds: ['/lab/web/src/words/words.ts'] },
  'text-model.js': { imports: ['client.js', 'stages.js'] },
  'stages.js': { moduleIds: ['/lab/web/src/model/heads/head-place.ts'] },
  'arcs.js': { imports: ['view.js'] },
  'view.js': view,
};

it('there is none if all its chunks are free of Lit, also where they import each other', () => {
  expect(wayToElements(chunks, 'engine.js')).toBeNull();
});

it('a chunk that another one imports is found, also behind import()', () => {
  const shared = { ...chunks, 'text-model.js': { imports: ['client.js', 'arcs.js'] } };
  expect(wayToElements(shared, 'engine.js')).toEqual([
    'engine.js',
    'text-model.js',
    'arcs.js',
    'view.js',
  ]);
});
