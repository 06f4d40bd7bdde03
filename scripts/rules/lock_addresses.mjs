// The lock file names versions and hashes; the registry is the machine's own business.
import { matchingLines } from './violations.mjs';

export const lockAddresses = {
  name: 'the lock file holds no download addresses',
  remedy:
    'Run npm install with .npmrc in place (omit-lockfile-registry-resolved) and commit the result.',
  covers: (path) => path === 'package-lock.json',
  check: ({ text }) => matchingLines(text, /"resolved":/, () => 'a "resolved" address'),
};
