/** The page explains in its language what a worker could not measure. */
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../web/src/engine/checks/refusal';
import { sentProblem } from '../../../web/src/speed/problem';
import { messageOf } from '../../../web/src/words/refusal';
import { loadWords } from '../../../web/src/words/words';

/** The message for an error that arrives from a worker. */
const sent = (error: Error) => messageOf(structuredClone(sentProblem(error)));

describe('a problem that a worker sends', () => {
  it.each([
    refusal('expected a difference of at most {} from the reference, got {}', ['0.0001', '0.25']),
    refusal('expected the engine at {}, got HTTP {}', ['./products.wasm', '404']),
    refusal('the worker failed'),
  ])('%j is translated into every language', async (error) => {
    const [en, de, zh] = await Promise.all(
      (['en', 'de', 'zh'] as const).map(async (language) => sent(error)(await loadWords(language))),
    );
    expect(en!.toLowerCase()).toContain(error.message.toLowerCase());
    expect(new Set([en, de, zh]).size).toBe(3);
    for (const said of [de!, zh!]) {
      expect(said).not.toContain('expected');
      expect(said).not.toMatch(/Englisch|英文|英语/);
    }
    for (const piece of error.pieces) {
      expect(de).toContain(/^[\d.]+$/.test(piece) ? piece.replace('.', ',') : piece);
      expect(zh).toContain(piece);
    }
  });

  it('of the browser itself is not translated', async () => {
    const problem = sentProblem(new RangeError('out of memory'));
    expect(problem).toEqual({ message: 'out of memory' });
    expect(messageOf(problem)(await loadWords('de'))).toContain('Out of memory.');
  });
});
