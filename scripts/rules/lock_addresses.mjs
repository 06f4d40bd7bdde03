// Lock files name versions and hashes; which registry to use is up to the machine.
import { matchingLines } from './violations.mjs';

export const lockAddresses = {
  name: 'lock files hold no download addresses',
  remedy:
    'Run npm install with --omit-lockfile-registry-resolved (.npmrc has it at the root) and commit the result.',
  covers: (path) => /(^|\/)package-lock\.json$/.test(path),
  check: ({ text }) => matchingLines(text, /"resolved":/, () => 'a "resolved" address'),
};
