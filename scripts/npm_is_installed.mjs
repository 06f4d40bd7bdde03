// npm_is_installed.mjs [folder]   exits with 0 when node_modules holds what package-lock.json lists.
//
// npm writes the list of installed packages when an install is complete. Only optional packages, those for other
// platforms, may be missing from it.
import { readFileSync } from 'node:fs';

const folder = process.argv[2] ?? '.';
const packages = (path) => JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')).packages;

function isInstalled() {
  const { '': _project, ...wanted } = packages('package-lock.json');
  const installed = packages('node_modules/.package-lock.json');
  const sameAsWanted = (path) =>
    wanted[path]?.version === installed[path].version &&
    wanted[path]?.integrity === installed[path].integrity;
  return (
    Object.keys(installed).every(sameAsWanted) &&
    Object.keys(wanted).every((path) => path in installed || wanted[path].optional)
  );
}

try {
  process.exitCode = isInstalled() ? 0 : 1;
} catch {
  process.exitCode = 1; // nothing is installed yet
}
