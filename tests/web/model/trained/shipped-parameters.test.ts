/** The files of trained parameters are read completely, or refused with a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { RecipeInfo } from '../../../../wasm/engine';
import { writeSafetensors } from '../../../../web/src/files/tensor-files';
import { shippedFile } from '../../../../web/src/model/trained/shipped-file';
import { loadShipped } from '../../../../web/src/model/trained/shipped-parameters';
import { shownTasks, taskRow } from '../../../../web/src/model/examples/tasks';

const folder = new URL('../../../../web/public/models/', import.meta.url);
const engine = {
  recipeInfo: async (recipe: object) => ({ recipe: { steps: 7, ...recipe } }) as RecipeInfo,
};
const answer = (give: (url: string) => Response) =>
  vi.stubGlobal('fetch', async (url: string) => give(url));
describe('shipped parameters', () => {
  it('are of the tasks that say so', () => {
    const files = readdirSync(folder);
    for (const task of shownTasks)
      expect(Boolean(taskRow(task).shipped), task).toBe(files.includes(shippedFile(task)));
  });

  it.each(shownTasks.filter((task) => taskRow(task).shipped))('of %s are read', async (task) => {
    const file = readFileSync(new URL(shippedFile(task), folder));
    const urls: string[] = [];
    answer((url) => {
      urls.push(url);
      return new Response(file);
    });
    const model = await loadShipped(task, './models/', engine);
    expect(urls).toEqual([`./models/${task}.safetensors`]);
    // The file's header: its length in 8 bytes, then JSON.
    const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE())).toString());
    const { seed, examples, figures } = header['__metadata__'];
    expect(model).toMatchObject({ task, seed: Number(seed), steps: 7, examples: Number(examples) });
    expect(model.figures).toEqual(JSON.parse(figures));
    expect(Object.keys(model.parameters).sort()).toEqual(
      Object.keys(header)
        .filter((name) => name !== '__metadata__')
        .sort(),
    );
  });

  it('that cannot be loaded say why', async () => {
    const load = () => loadShipped('sort', './models/', engine);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(load()).rejects.toThrow(
      'a file at ./models/sort.safetensors, got Failed to fetch',
    );
    answer(() => new Response('', { status: 404 }));
    await expect(load()).rejects.toThrow('got HTTP 404');
    answer(() => new Response('<!doctype html>'));
    await expect(load()).rejects.toThrow('file: the header can have at most');
    const other = new Uint8Array(writeSafetensors({}, { recipe: 'reverse' }));
    answer(() => new Response(other));
    await expect(load()).rejects.toThrow('recipe must be sort, not “reverse”');
  });
});
