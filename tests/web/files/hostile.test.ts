/** Damaged and malicious files: each one gives an error message. */
import { expect, test } from 'vitest';
import { harmless, hostile } from './hostile-files';
import { openBytes, tensorsOf } from './source-of';

test.each(hostile)('%s', async (_, bytes, reason) => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const error = await openBytes(bytes, '<b>x</b>\u202e.npz')
    .then(tensorsOf)
    .then(
      () => new Error('it was read'),
      (error: Error) => error,
    );
  const refusal = error.message;
  expect(refusal).toMatch(reason);
  expect(error).toHaveProperty('translate');
  expect(refusal.length).toBeLessThan(400);
  expect(refusal).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
});

test('the list of hostile files is long, and their originals are valid', async () => {
  expect(hostile.length).toBeGreaterThan(100);
  for (const bytes of harmless)
    expect((await tensorsOf(await openBytes(bytes))).size).toBeGreaterThan(0);
});

test('a file of more than 8 GB is not read', async () => {
  await expect(openBytes(harmless[0]!, 'a', 2 ** 33 + 1)).rejects.toThrow('at most 8192\u00a0MB');
});

test('an archive of more than 256 MB is not read', async () => {
  await expect(openBytes(harmless[2]!, 'a', 2 ** 28 + 1)).rejects.toThrow('at most 256\u00a0MB');
});

test('an entry that expands beyond its size is rejected at once', async () => {
  const [, bytes] = hostile.find(([what]) => what === 'zip: zeros beyond its size')!;
  const refusal = await openBytes(bytes)
    .then(tensorsOf)
    .then(String, (error: Error) => error.message);
  const unpacked = Number(/has (\d+)\./.exec(refusal)![1]);
  expect(unpacked).toBeLessThan(2 ** 23);
});

/** A tensor of F64 with missing data, or too large. */
function large(count: number, size: number) {
  const header = { a: { dtype: 'F64', shape: [count], data_offsets: [0, 8 * count] } };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + size);
  bytes[0] = text.length;
  bytes.set(text, 8);
  return openBytes(bytes, 'a', 8 + text.length + 8 * count).then(tensorsOf);
}

test('a tensor of more than 256 MB is not read', async () => {
  await expect(large(2 ** 26, 0)).rejects.toThrow(
    'Files of at most 256\u00a0MB can be opened; this one has 512\u00a0MB.',
  );
});

test('a file that shrinks while it is read is refused', async () => {
  await expect(large(10, 40)).rejects.toThrow(
    'a is incomplete or damaged: it should have 80 bytes, but has 40.',
  );
});
