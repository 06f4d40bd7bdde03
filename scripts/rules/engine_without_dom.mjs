// The engine runs in a page, in a worker and in Node: it never touches the DOM.
import { parse, walk } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

const globals = new Set(['document', 'window']);

export const engineWithoutDom = {
  name: 'the engine never touches the DOM',
  remedy:
    'Use globalThis for what every host has; code that needs a page belongs to elements/ or pages/.',
  covers: (path) => /^web\/src\/engine\/.*\.(ts|mjs|js)$/.test(path),
  check(file) {
    const found = [];
    walk(parse(file), (node, parent, key) => {
      const name = touched(node, parent, key);
      if (globals.has(name)) {
        found.push({ line: lineAt(file.text, node.start), problem: `the engine uses '${name}'` });
      }
    });
    return found;
  },
};

// The name of a global, used by itself or as a member of the global object. Fields of other objects do not count.
function touched(node, parent, key) {
  if (node.type === 'MemberExpression' && ['globalThis', 'self'].includes(node.object.name)) {
    return node.property.name ?? node.property.value;
  }
  if (node.type !== 'Identifier') return null;
  const isField = key === 'property' || key === 'key';
  return isField && !parent.computed ? null : node.name;
}
