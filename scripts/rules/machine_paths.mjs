// Tracked files work on any machine.
import { matchingLines } from './violations.mjs';

const ownFolders = /(?<![\w.])(\/work\/|\/tmp\/[a-z]|\/root\/|\/home\/\w|\/Users\/\w)/;

export const machinePaths = {
  name: 'no file names a path of one machine',
  remedy:
    "Make it relative to the repository, or ask the system (mktemp, os.tmpdir(), 'command -v').",
  covers: () => true,
  check: ({ text }) =>
    matchingLines(text, ownFolders, ([path]) => `'${path}...' exists on one machine only`),
};
