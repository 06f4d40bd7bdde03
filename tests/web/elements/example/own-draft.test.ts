/** Typed text is read once; an older text never replaces a newer one. */
import { describe, expect, it } from 'vitest';
import { OwnDraft } from '../../../../web/src/elements/example/own-draft';

const good = () => Promise.resolve('read');
const bad = () => Promise.resolve(new Error('unknown word'));

describe('a draft of one’s own text', () => {
  it('ends with a valid text, or with an empty one, which no model reads', async () => {
    const draft = new OwnDraft();
    draft.type('the horse', undefined);
    expect([draft.text, draft.isReading]).toEqual(['the horse', true]);
    expect(await draft.read(good)).toBe('the horse');
    expect([draft.text, draft.isReading]).toEqual([undefined, false]);
    draft.type('', undefined);
    expect(await draft.read(bad)).toBe('');
  });

  it('keeps an invalid text with its problem, and does not read it again', async () => {
    const draft = new OwnDraft();
    draft.type('the zebra', undefined);
    expect(await draft.read(bad)).toBeNull();
    expect([draft.text, draft.isReading]).toEqual(['the zebra', false]);
    expect(draft.problem).toEqual(new Error('unknown word'));
    expect(await draft.read(good)).toBeNull();
    draft.type('the zebras', draft.problem);
    expect(draft.problem).toEqual(new Error('unknown word'));
    draft.drop();
    expect([draft.text, draft.problem]).toEqual([undefined, undefined]);
  });

  it('needs a word: blanks are refused, and not read', async () => {
    const draft = new OwnDraft();
    draft.type(' \t ', undefined);
    expect(await draft.read(good)).toBeNull();
    expect(draft.problem?.message).toBe('Type at least one word.');
  });

  it('is the text typed last, even if an older one is read in the meantime', async () => {
    const draft = new OwnDraft();
    draft.type('the', undefined);
    const older = draft.read(good);
    draft.type('the zebra', undefined);
    expect(await older).toBeNull();
    expect([draft.text, draft.isReading]).toEqual(['the zebra', true]);
  });
});
