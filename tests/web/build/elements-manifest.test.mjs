/** The rule of the manifest: every event that an element dispatches is described. */
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { expect, it } from 'vitest';
import config from '../../../web/build/elements-manifest.config.mjs';

let files = 0;

/** Reads the source of an element with these `@fires` that makes these calls. */
function read(fires, calls) {
  const source = `
    const send = sender();
    /** ${fires} */
    export class AttentionSample extends WordedElement {
      act(isOdd, name) {
        ${calls}
      }
    }
    define('attention-sample', AttentionSample);`;
  const path = `web/src/elements/sample-${files++}.ts`;
  const modules = [ts.createSourceFile(path, source, ts.ScriptTarget.ES2015, true)];
  return create({ modules, plugins: config.plugins });
}

it.each([
  ['one that no line describes', "send(this, 'attention-done', 1);", 'dispatches attention-done'],
  [
    'one of two',
    "send(this, 'attention-change', 1); send(this, 'attention-done', 1);",
    'dispatches attention-done',
  ],
  [
    'names in a condition',
    "send(this, isOdd ? 'attention-change' : 'attention-done', 1);",
    'no literal',
  ],
  ['a name in a variable', 'send(this, name, 1);', 'no literal'],
])('an event that is not described is refused: %s', (_, calls, why) => {
  const fires = '@fires {CustomEvent<number>} attention-change - when it is done';
  expect(() => read(fires, calls)).toThrow(why);
});

it('described events are accepted', () => {
  const fires = '@fires {CustomEvent<number>} attention-change - when it is done';
  expect(() => read(fires, "send(this, 'attention-change', 1);")).not.toThrow();
  expect(() => read('A sample.', 'this.act();')).not.toThrow();
});
