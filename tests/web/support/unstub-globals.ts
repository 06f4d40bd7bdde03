/**
 * Files of tests share their globals and modules: what a test puts in the place of `document` or `fetch` is removed after
 * it. Vitest's own setting removes it before the next test, but a file loads its modules before that.
 */
import { afterEach, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());
