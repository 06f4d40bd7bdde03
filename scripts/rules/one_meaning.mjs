// A name that web/src exports means one thing: a search for it finds one declaration, and the uses of that.
import { posix } from 'node:path';
import { parse } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

const mayRepeat = new Set([
  // A row of a table of settings, as NumberRow and WordRow are; and, in the public API, a row of a text's weights.
  'TextRow',
]);

export const oneMeaning = {
  name: 'no two folders of web/src export the same name',
  remedy:
    'Name each for what only it is; if both are the same, move it to a file that both import.',
  // The scripts in pages/exports give the names of the public API to what they wrap.
  covers: (path) => /^web\/src\/(?!pages\/exports\/).*\.ts$/.test(path),
  checkTogether(files) {
    const first = new Map();
    return files.flatMap((file) => {
      const found = [];
      for (const { name, start } of exportsOf(file)) {
        const other = first.get(name);
        if (!other) first.set(name, file.path);
        else if (placeOf(other) !== placeOf(file.path) && !mayRepeat.has(name))
          found.push({
            path: file.path,
            line: lineAt(file.text, start),
            problem: `'${name}' is also exported by ${other}`,
          });
      }
      return found;
    });
  },
};

/** The folder; one for the texts of all languages, which have the same names. */
function placeOf(path) {
  return posix.dirname(path).replace(/^(web\/src\/words)\/.*/, '$1');
}

/** [{name, start}]: what a file declares and exports; not what it exports from other files. */
function exportsOf(file) {
  return parse(file).body.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    return (declaration.declarations ?? [declaration]).map(({ id }) => id);
  });
}
