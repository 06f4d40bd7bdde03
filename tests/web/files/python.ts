/** Finds a Python with NumPy and PyTorch, the oracle: the first python3 on PATH may lack them. */
import { execFileSync, spawnSync } from 'node:child_process';

const pythons = ['/usr/bin/python3', 'python3'];
const kHasBoth =
  'from importlib.util import find_spec as has; exit(not (has("numpy") and has("torch")))';
const found = pythons.find((python) => spawnSync(python, ['-c', kHasBoth]).status === 0);
if (!found)
  throw new Error(
    'Expected a python3 with NumPy and PyTorch: apt-get install python3-numpy python3-torch',
  );

/** The standard output of a program. If the program fails, so does the test. */
export function python(program: string, folder: string): string {
  return execFileSync(found!, ['-c', program], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
}
