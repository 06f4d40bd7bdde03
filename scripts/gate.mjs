// Runs every check and test, one after the other, and adds up what their own reports say.
//
// A step that fails does not stop the later ones, except those that would run what it could not build.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import {
  ctestReport,
  exitOnly,
  playwrightReport,
  verdictLines,
  vitestReport,
} from './gate_counts.mjs';

const reports = 'build/reports';
const bin = (name) => `node_modules/.bin/${name}`;
const log = (name) => `build/logs/${name}.log`;
const ctest = (folder, report) =>
  ['ctest', '--test-dir', folder, '--parallel', '2', '--no-tests=error'].concat(
    ['--output-on-failure'],
    // Tests that passed keep their whole output in the report: it is what gets counted.
    ['--test-output-size-passed', '100000000', '--test-output-size-failed', '100000000'],
    ['--output-junit', `${process.cwd()}/${report}`],
  );

// `count` reads what the command left in `report`, or in its log.
const steps = [
  {
    name: 'rules',
    title: 'format and house rules',
    command: ['bash', 'scripts/check.sh'],
    count: verdictLines,
    report: log('rules'),
  },
  {
    name: 'sanitized_build',
    title: 'the core, built natively with sanitizers',
    command: ['bash', 'scripts/build_sanitized.sh'],
    count: exitOnly,
  },
  {
    name: 'sanitized_tests',
    title: "the core's tests under address and undefined-behaviour sanitizers",
    needs: 'sanitized_build',
    command: ctest('build/sanitized', `${reports}/sanitized.xml`),
    count: ctestReport,
    report: `${reports}/sanitized.xml`,
  },
  {
    name: 'wasm_build',
    title: 'the core, compiled to WebAssembly',
    command: ['bash', 'scripts/build_wasm.sh', '--with-tests'],
    count: exitOnly,
  },
  {
    name: 'wasm_tests',
    title: "the core's tests as WebAssembly, in Node",
    needs: 'wasm_build',
    command: ctest('build/wasm', `${reports}/wasm.xml`),
    count: ctestReport,
    report: `${reports}/wasm.xml`,
  },
  {
    name: 'types_web',
    title: 'strict TypeScript: the page',
    command: [bin('tsc'), '--pretty', 'false', '-p', 'web/tsconfig.json'],
    count: exitOnly,
  },
  {
    name: 'types_tests',
    title: 'strict TypeScript: the tests',
    command: [bin('tsc'), '--pretty', 'false', '-p', 'tests/tsconfig.json'],
    count: exitOnly,
  },
  {
    name: 'site_build',
    title: 'the site, the one offline file and the package, built',
    needs: 'wasm_build',
    command: ['bash', 'scripts/build_site.sh'],
    count: exitOnly,
  },
  {
    name: 'unit_tests',
    title: 'unit tests',
    needs: 'wasm_build',
    command: [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts'].concat(
      ['--reporter=default', '--reporter=json'],
      [`--outputFile.json=${process.cwd()}/${reports}/unit.json`],
    ),
    count: vitestReport,
    report: `${reports}/unit.json`,
  },
  {
    name: 'browser_tests',
    title: 'browser tests of the built site in Chromium',
    needs: 'site_build',
    command: [bin('playwright'), 'test', '--config', 'tests/browser/playwright.config.ts'].concat([
      '--reporter=list,json',
    ]),
    count: playwrightReport,
    report: `${reports}/browser.json`,
  },
];

const { FORCE_COLOR: _, ...inherited } = process.env;
const environment = {
  ...inherited,
  LIMIT_SECONDS: '900',
  NO_COLOR: '1',
  PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${reports}/browser.json`,
};

let running = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    running?.kill('SIGTERM');
    process.exit(130);
  });
}

mkdirSync(reports, { recursive: true });
const totals = { passed: 0, failed: 0 };
const built = new Map();

for (const [index, step] of steps.entries()) {
  console.log(`[${index + 1}/${steps.length}] ${step.title}`);
  const started = performance.now();
  const { passed, failed, remark } = await run(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  built.set(step.name, failed === 0);
  totals.passed += passed;
  totals.failed += failed;
  console.log(
    `    ${passed} passed, ${failed} failed${remark ? ` (${remark})` : ''}, ${seconds} s`,
  );
}

console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function run(step) {
  if (step.needs && !built.get(step.needs)) {
    return { passed: 0, failed: 1, remark: 'not run: the build failed' };
  }
  if (step.report) rmSync(step.report, { force: true });
  const exitCode = await finished(['scripts/quietly.sh', step.name, ...step.command]);
  const { passed, failed, skipped } = counted(step, exitCode);
  const remark = skipped > 0 ? `${skipped} skipped` : '';
  if (exitCode !== 0 && failed === 0)
    return { passed, failed: 1, remark: 'the tool itself failed' };
  if (passed + failed === 0) return { passed, failed: 1, remark: 'nothing ran' };
  return { passed, failed, remark };
}

function counted(step, exitCode) {
  try {
    return step.count(step.report ? readFileSync(step.report, 'utf8') : exitCode);
  } catch (error) {
    console.log(`    no count: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function finished(command) {
  return new Promise((resolve) => {
    running = spawn('bash', command, { stdio: ['ignore', 'inherit', 'inherit'], env: environment });
    running.on('close', (code) => resolve(code ?? 1));
  });
}
