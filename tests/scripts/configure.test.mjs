/** `npm start` builds the modules without the core's tests, `npm test` with them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(['OFF', 'ON'])(
  'the modules can be configured without the core’s tests, relaxed SIMD %s',
  (relaxed) => {
    const build = mkdtempSync(join(tmpdir(), 'attention-lab-'));
    try {
      const options = ['-DATTN_TESTS=OFF', `-DATTN_RELAXED_SIMD=${relaxed}`];
      const output = execFileSync('emcmake', ['cmake', '-S', root, '-B', build, ...options], {
        encoding: 'utf8',
      });
      expect(output).toContain('Generating done');
    } finally {
      rmSync(build, { recursive: true });
    }
  },
  // A configuration under Emscripten, which takes long on a busy machine.
  600_000,
);
