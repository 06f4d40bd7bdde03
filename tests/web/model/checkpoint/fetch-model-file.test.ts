/** The model in the offline file: its elements are decoded once, also if a first try is canceled. */
import { expect, it, vi } from 'vitest';
import { fetchModel } from '../../../../web/src/model/checkpoint/fetch-model.file';

interface Part {
  readonly name: string;
  readonly text: string;
}

/** A page with a script element for each part of the files. */
function page(parts: readonly Part[]) {
  const elements = parts.map((part) => {
    const element = { ...part, remove: () => void elements.splice(elements.indexOf(element), 1) };
    return element;
  });
  vi.stubGlobal('document', {
    readyState: 'complete',
    querySelectorAll: (selector: string) =>
      elements.filter(({ name }) => selector === `script[data-file="${name}"]`),
  });
  return elements;
}

it('a call that is canceled after its last part leaves the elements to the next one', async () => {
  const elements = page([
    { name: 'config.json', text: btoa('{}') },
    { name: 'tokenizer.json', text: btoa('[]') },
    { name: 'model.safetensors', text: btoa('weights ') },
    { name: 'model.safetensors', text: btoa('in two parts') },
  ]);
  const cancel = new AbortController();
  let canceled!: Promise<unknown>;
  const hasLastPart = new Promise<void>((resolve) => {
    canceled = fetchModel('', {
      signal: cancel.signal,
      onProgress: (bytes) => {
        if (bytes === 24) resolve();
      },
    });
  });
  await hasLastPart;
  cancel.abort(new Error('canceled'));
  const opened = fetchModel('');
  await expect(canceled).rejects.toThrow('canceled');
  const files = await opened;
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['config.json', 2],
    ['tokenizer.json', 2],
    ['model.safetensors', 20],
  ]);
  expect(elements).toEqual([]);
  expect(await fetchModel('')).toBe(files);
});
