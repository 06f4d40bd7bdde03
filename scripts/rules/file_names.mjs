// A file's name says what it holds.
const sayNothing = /(^|\/)(utils?|helpers?|common|misc|stuff)[./]/i;

export const fileNames = {
  name: 'file and folder names say what is inside',
  remedy: 'Name it for its one idea.',
  covers: (path) => sayNothing.test(path),
  check: ({ path }) => [{ line: 1, problem: `'${path.match(sayNothing)[2]}' says nothing` }],
};
