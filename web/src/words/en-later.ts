/** English words that nobody needs before the first click. Code that uses them imports add-later.ts. */
import { open } from './en-open';

export const later = {
  open,
  embed: {
    title: 'Put this into a page of your own',
    close: 'Close',
    what: 'What to show',
    choices: {
      all: 'the whole playground',
      row: 'tokens and bars',
      matrix: 'the heatmap',
      both: 'tokens, bars and heatmap',
      vector: 'tokens and the context vector',
    },
    opened: 'What was opened from a file is not in these: they show the sentence and the settings.',
    frame: 'A frame',
    frameNote:
      'For any page that takes an iframe. The script fits its height; without it the frame scrolls.',
    element: 'The elements',
    elementNote:
      'For pages that may have scripts. With a bundler: import the package attention-lab.',
    file: 'One file',
    fileNote:
      'The whole playground without a server or a network: open it, hand it out, or put it beside your page.',
    copy: 'Copy',
    copied: 'Copied.',
    refused: 'The clipboard was refused: the text is selected, copy it by keyboard.',
    download: 'Download attention-lab.html',
    saved: 'Downloaded, with these settings in it.',
    notTheFile: 'expected the file attention-lab.html, got something else.',
    notSaved: (reason: string) => `The file could not be had: ${reason}`,
  },
  given: {
    shape: (name: string, came: string) =>
      `${name}: expected [n, d_head], [head, n, d_head] or [1, head, n, d_head], got ${came}.`,
    count: (name: string, expected: number, came: number) =>
      `${name}: expected ${expected} numbers, got ${came}.`,
    finite: (name: string, came: string) => `${name}: expected finite numbers, got ${came}.`,
    keysAndValues: (k: string, v: string) => `Expected k and v of one shape, got ${k} and ${v}.`,
    queriesAndKeys: (q: string, k: string) =>
      `Expected q and k of the same d_head, and heads of k that divide those of q; got ${q} and ${k}.`,
    rows: (most: number, came: number) => `Expected at most ${most} queries and keys, got ${came}.`,
    width: (most: number, came: number) =>
      `Expected at most ${most} numbers a token over all heads, got ${came}.`,
    scores: (most: number, came: number) =>
      `Expected at most ${most} scores, heads × queries × keys, got ${came}.`,
    tokens: (name: string, expected: number, came: number) =>
      `${name}: expected ${expected} tokens, got ${came}.`,
  },
};
