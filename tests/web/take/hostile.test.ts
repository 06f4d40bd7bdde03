/** Files that lie, are broken or are bombs: each gives a reason, and nothing else. */
import { expect, test } from 'vitest';
import { harmless, hostile } from './hostile_files';
import { openBytes, tensorsOf } from './source-of';

test.each(hostile)('%s', async (_, bytes, reason) => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const refusal = await openBytes(bytes, '<b>x</b>\u202e.npz')
    .then(tensorsOf)
    .then(
      () => 'it was read',
      (error: Error) => error.message,
    );
  expect(refusal).toMatch(reason);
  expect(refusal).toMatch(/expected|damaged/i);
  expect(refusal.length).toBeLessThan(400);
  expect(refusal).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
});

test('there are more than enough of them, and what they are made of is right', async () => {
  expect(hostile.length).toBeGreaterThan(100);
  for (const bytes of harmless)
    expect((await tensorsOf(await openBytes(bytes))).size).toBeGreaterThan(0);
});

test('a file of more than 8 GB is not read', async () => {
  await expect(openBytes(harmless[0]!, 'a', 2 ** 33 + 1)).rejects.toThrow(
    'Expected at most 8192 MB',
  );
});

test('an archive of more than 256 MB is not read whole', async () => {
  await expect(openBytes(harmless[2]!, 'a', 2 ** 28 + 1)).rejects.toThrow(
    'Expected at most 256 MB',
  );
});
