// The engine runs in a page, in a worker and in Node: it never touches the DOM.
import { parse, walk } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

const globals = new Set(['document', 'window']);

export const engineWithoutDom = {
  name: 'the engine never touches the DOM',
  remedy: 'Use globalThis where any host has it; what needs a page belongs to elements/ or pages/.',
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

// A name by itself, or as a member of the global object; not a field of something else that is merely called so.
function touched(node, parent, key) {
  if (node.type === 'MemberExpression' && ['globalThis', 'self'].includes(node.object.name)) {
    return node.property.name ?? node.property.value;
  }
  if (node.type !== 'Identifier') return null;
  const isField = key === 'property' || key === 'key';
  return isField && !parent.computed ? null : node.name;
}
