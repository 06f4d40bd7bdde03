/** The npm package as users get it: packed, then installed from the tarball into a separate folder. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export interface Project {
  readonly folder: string;
  /** The folder of the installed package. */
  readonly installed: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a project that contains only the package. Needs `dist/package` but no network. */
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
