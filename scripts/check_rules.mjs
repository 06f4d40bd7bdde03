// Checks every file that git tracks, or would track, against the rules in scripts/rules.
import { violationsOf } from './rules/violations.mjs';
import { cppArrows } from './rules/cpp_arrows.mjs';
import { engineWithoutDom } from './rules/engine_without_dom.mjs';
import { fileLength } from './rules/file_length.mjs';
import { fileNames } from './rules/file_names.mjs';
import { folderCycles } from './rules/folder_cycles.mjs';
import { importCycles } from './rules/import_cycles.mjs';
import { lockAddresses } from './rules/lock_addresses.mjs';
import { machinePaths } from './rules/machine_paths.mjs';
import { oneMeaning } from './rules/one_meaning.mjs';
import { seededRandomness } from './rules/seeded_randomness.mjs';
import { translatedWords } from './rules/translated_words.mjs';
import { typeSizes } from './rules/type_sizes.mjs';
import { textSinks } from './rules/text_sinks.mjs';
import { trackedFiles } from './rules/tracked_files.mjs';
import { webArrows } from './rules/web_arrows.mjs';

const rules = [
  cppArrows,
  webArrows,
  importCycles,
  folderCycles,
  engineWithoutDom,
  fileLength,
  fileNames,
  oneMeaning,
  textSinks,
  translatedWords,
  seededRandomness,
  lockAddresses,
  machinePaths,
  typeSizes,
];

const files = trackedFiles();
let failed = false;
for (const rule of rules) {
  const violations = violationsOf(rule, files);
  for (const { path, line, problem } of violations) {
    console.log(`${path}:${line}: ${problem}\n    ${rule.remedy}`);
  }
  console.log(`${violations.length === 0 ? 'ok  ' : 'FAIL'} ${rule.name}`);
  failed ||= violations.length > 0;
}
process.exit(failed ? 1 : 0);
