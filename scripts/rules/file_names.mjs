// A file's name describes its content.
const vague = /(^|\/)(utils?|helpers?|common|misc|stuff)[./]/i;

export const fileNames = {
  name: 'file and folder names describe the content',
  remedy: 'Name it for its one idea.',
  covers: (path) => vague.test(path),
  check: ({ path }) => [{ line: 1, problem: `'${path.match(vague)[2]}' describes nothing` }],
};
