// The text files that git tracks or would track, as {path, text}.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';

export function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '').sort();
  return paths.flatMap((path) => {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return [];
    const bytes = readFileSync(path);
    return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
  });
}
