// A file is one idea.
const limit = 400;

export const fileLength = {
  name: `no code file is longer than ${limit} lines`,
  remedy: 'Split it: move the second idea to a file of its own.',
  covers: (path) =>
    /\.(h|cpp|ts|mjs|js|css|html|sh|py)$/.test(path) && !/(^|\/)(golden|fixtures)\//.test(path),
  check({ text }) {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return lines > limit ? [{ line: limit + 1, problem: `${lines} lines` }] : [];
  },
};
