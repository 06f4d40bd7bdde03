// npm_is_installed.mjs [folder]   exits with 0 when its node_modules holds what its package-lock.json asks for. npm leaves a list of what it installed, written
// when it is done; only what is optional, made for other machines, may be absent from it.
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
