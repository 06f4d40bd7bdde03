/** Finds a Python with NumPy and PyTorch, the oracle: the first python3 on PATH may lack them. */
import { execFileSync, spawnSync } from 'node:child_process';

const pythons = ['/usr/bin/python3', 'python3'];
const kHasAll =
  'import sys; from importlib.util import find_spec as has; exit(not all(map(has, sys.argv[1:])))';

/** The first Python that has all of these modules. */
export const pythonWith = (...modules: readonly string[]): string | undefined =>
  pythons.find((python) => spawnSync(python, ['-c', kHasAll, ...modules]).status === 0);

const found = pythonWith('numpy', 'torch');
if (!found)
  throw new Error(
    'Expected a python3 with NumPy and PyTorch: apt-get install python3-numpy python3-torch',
  );

/** The standard output of a program. If the program fails, so does the test. */
export function python(program: string, folder: string, by = found!): string {
  return execFileSync(by, ['-c', program], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
}
