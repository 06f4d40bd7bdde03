// Parses TypeScript and JavaScript files, and lists their imports: statements, re-exports, import(), types, and
// new URL('./worker.ts', import.meta.url).
import { parseSync } from 'vite';
import { lineAt } from './violations.mjs';

export function parse({ path, text }) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return program;
}

/** Calls `see(node, parent, key)` for each node of the tree, parents first. */
export function walk(node, see, parent = null, key = null) {
  see(node, parent, key);
  for (const [childKey, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, see, node, childKey);
    }
  }
}

/** [{specifier, line, typeOnly}] in source order. A `typeOnly` import is erased at run time. */
export function importsOf(file) {
  const found = [];
  walk(parse(file), (node) => {
    const source = importSource(node);
    if (typeof source?.value === 'string') {
      found.push({
        specifier: source.value,
        line: lineAt(file.text, source.start),
        typeOnly: isTypeOnly(node),
      });
    }
  });
  return found;
}

function importSource(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'NewExpression':
      return node.callee.name === 'URL' && node.arguments.length === 2 ? node.arguments[0] : null;
    default:
      return null;
  }
}

function isTypeOnly(node) {
  return node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
}
