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
    frame: 'An iframe',
    frameNote:
      'For any page that allows an iframe. The script adjusts its height; without the script it scrolls.',
    element: 'The elements',
    elementNote: 'For pages that allow scripts. With a bundler: import the package attention-lab.',
    file: 'One file',
    fileNote:
      'The whole playground without a server or a network: open it, share it, or put it next to your page.',
    copy: 'Copy',
    copied: 'Copied.',
    refused: 'The clipboard was refused: the text is selected, copy it by keyboard.',
    download: 'Download attention-lab.html',
    saved: 'Downloaded, with these settings in it.',
    notTheFile: 'What was loaded is not attention-lab.html.',
    notSaved: (reason: string) => `The file could not be downloaded: ${reason}`,
  },
  given: {
    shape: (name: string, came: string) =>
      `${name} must have the shape [n, d_head], [head, n, d_head] or [1, head, n, d_head], not ${came}.`,
    count: (name: string, expected: number, came: number) =>
      `${name} should have ${expected} numbers, and has ${came}.`,
    finite: (name: string, came: string) => `${name} must hold finite numbers only, not ${came}.`,
    keysAndValues: (k: string, v: string) => `k and v must have the same shape, not ${k} and ${v}.`,
    queriesAndKeys: (q: string, k: string) =>
      `q and k must have the same d_head, and the heads of k must divide those of q; the shapes are ${q} and ${k}.`,
    rows: (max: number, came: number) =>
      `At most ${max} queries and keys can be shown; there are ${came}.`,
    width: (max: number, came: number) =>
      `At most ${max} numbers per token, over all heads, can be shown; there are ${came}.`,
    scores: (max: number, came: number) =>
      `At most ${max} scores (heads × queries × keys) can be computed; there would be ${came}.`,
    tokens: (name: string, expected: number, came: number) =>
      `${name} should hold ${expected} tokens, and has ${came}.`,
  },
};
