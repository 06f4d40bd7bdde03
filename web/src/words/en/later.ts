/** English texts that are not needed before the first click. Code that uses them imports add-later.ts. */
import { open } from './open';
import { picture } from './picture';

export const later = {
  open,
  picture,
  embed: {
    title: 'Embed this in your own page',
    close: 'Close',
    what: 'What to show',
    choices: {
      all: 'the whole playground',
      row: 'tokens and bars',
      matrix: 'the heatmap',
      both: 'tokens, bars and heatmap',
      vector: 'tokens and the context vector',
    },
    theme: 'Theme',
    themes: { page: 'same as the page', light: 'light', dark: 'dark' },
    language: 'Language',
    readers: 'the reader’s own',
    shows: 'Shows',
    parts: {
      formula: 'Formula',
      controls: 'Controls',
      tokens: 'Tokens',
      bars: 'Bars',
      arithmetic: 'Arithmetic',
      steps: 'Choice of matrix',
      heatmap: 'Heatmap',
      heads: 'Maps of all heads',
      projections: 'Q, K and V',
      vector: 'Context',
      export: 'Export',
      status: 'Sizes',
    },
    question: 'The question',
    preview: 'Preview',
    opened:
      'Embedding includes the sentence and the settings, but not your own file, your own training text or a step of the training.',
    frame: 'Iframe',
    frameNote:
      'For any page that allows iframes. The script adjusts the height; without it, the iframe scrolls.',
    heightAt: (width: number) => `The height is right for a width of ${width} pixels.`,
    element: 'Custom elements',
    elementNote:
      'For pages that allow scripts. The script loads files beside it; a page of another site can load all of them only if their server allows it (CORS). With a bundler, import the package attention-lab.',
    file: 'Single file',
    fileNote:
      'The whole playground in one file, without a server or a network: open it, share it, or put it next to your page.',
    policy: 'If your page has a Content-Security-Policy, it must allow:',
    copy: 'Copy',
    download: 'Download attention-lab.html',
    saved: 'Downloaded. The file opens with these settings.',
    notTheFile: 'The server returned something other than attention-lab.html.',
    notSaved: (reason: string) => `The file could not be downloaded: ${reason}`,
  },
  qkv: {
    shape: (name: string, actual: string) =>
      `${name} must have the shape [n, d_head], [head, n, d_head] or [1, head, n, d_head], not ${actual}.`,
    weightsShape: (name: string, actual: string) =>
      `${name} must have the shape [query, key], [head, query, key] or [1, head, query, key], not ${actual}.`,
    count: (name: string, expected: number, actual: number) =>
      `${name} should have ${expected} numbers, but has ${actual}.`,
    finite: (name: string, actual: string) =>
      `${name} must contain only finite numbers, not ${actual}.`,
    keysAndValues: (k: string, v: string) =>
      `k and v must have the same number of heads and of tokens; the shapes are ${k} and ${v}.`,
    queriesAndKeys: (q: string, k: string) =>
      `q and k must have the same d_head, and the number of heads in q must be a multiple of that in k; the shapes are ${q} and ${k}.`,
    rows: (max: number, actual: number) =>
      `At most ${max} queries and keys can be shown, but there are ${actual}.`,
    width: (max: number, actual: number) =>
      `At most ${max} numbers per token, over all heads, can be shown, but there are ${actual}.`,
    scores: (max: number, actual: number) =>
      `At most ${max} scores (heads × queries × keys) can be computed, but these would be ${actual}.`,
    tokens: (name: string, expected: number, actual: number) =>
      `${name} should have ${expected} tokens, but has ${actual}.`,
  },
};
