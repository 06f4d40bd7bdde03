/** Debian's Python with NumPy and PyTorch, the oracle: another python3 may stand before it on PATH. */
import { execFileSync, spawnSync } from 'node:child_process';

const pythons = ['/usr/bin/python3', 'python3'];
const kHasBoth =
  'from importlib.util import find_spec as has; exit(not (has("numpy") and has("torch")))';
const found = pythons.find((python) => spawnSync(python, ['-c', kHasBoth]).status === 0);
if (!found)
  throw new Error(
    'Expected a python3 with NumPy and PyTorch: apt-get install python3-numpy python3-torch',
  );

/** What a program says on standard output. Its errors are the test's. */
export function python(program: string, folder: string): string {
  return execFileSync(found!, ['-c', program], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
}
