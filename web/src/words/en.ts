/** The interface's words in English: the one catalogue that the others translate. */
export const en = {
  table: {
    summary: 'Table',
    of: (what: string) => ` of ${what}`,
    copy: 'Copy as tab-separated text',
    copied: 'Copied.',
    refused: 'The clipboard was refused; the table is selected instead.',
  },
  difference: {
    heading: (field: string) => `Difference of ${field}, first lab less second`,
    expected: (came: string) =>
      `Expected the ids of two labs, such as of="one two", got “${came}”.`,
  },
  embed: {
    button: 'Embed …',
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
    frame: 'A frame',
    frameNote:
      'For any page that takes an iframe. The script fits its height; without it the frame scrolls.',
    element: 'The elements',
    elementNote:
      'For pages that may have scripts. With a bundler: npm install attention-lab, and import it.',
    file: 'One file',
    fileNote:
      'The whole playground without a server or a network: open it, hand it out, or put it beside your page.',
    copy: 'Copy',
    copied: 'Copied.',
    refused: 'The clipboard was refused: the text is selected, copy it by keyboard.',
    download: 'Download attention-lab.html',
    saved: 'Downloaded, with these settings in it.',
    notSaved: (reason: string) => `The file could not be had: ${reason}`,
  },
};
