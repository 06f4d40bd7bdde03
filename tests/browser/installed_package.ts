/** The npm package as others have it: packed, and installed from the tarball into a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export interface Project {
  readonly folder: string;
  /** What was installed. */
  readonly installed: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** A fresh project with nothing but the package. Needs `dist/package`, and no network. */
export async function projectWithPackage(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write('package.json', '{ "name": "lesson", "private": true, "type": "module" }');
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, `./${filename}`], { cwd: folder });
  return {
    folder,
    installed: join(folder, 'node_modules/attention-lab'),
    write,
    remove: () => rm(folder, { recursive: true }),
  };
}
