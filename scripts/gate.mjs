// Runs every check and test and adds up the counts in their reports.
//
// Two steps run at a time, to keep both cores busy: the first two in the list that can start. The browser tests take
// longest and often wait, so what they need is built first and compilers run beside them. A failed step stops only the
// steps that need what it should have built.
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

const ctest = (folder, report) => ({
  // Keep the whole output of passed tests in the report: the counts are read from it.
  command: ['ctest', '--test-dir', folder, '--parallel', '2', '--no-tests=error'].concat(
    ['--output-on-failure', '--output-junit', `${process.cwd()}/${report}`],
    ['--test-output-size-passed', '100000000', '--test-output-size-failed', '100000000'],
  ),
  count: ctestReport,
  report,
});
const vitest = (config, report) => ({
  command: [
    bin('vitest'),
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
  ].concat(`--outputFile.json=${process.cwd()}/${report}`),
  count: vitestReport,
  report,
});
const types = (name, title, project) => ({
  name,
  title: `strict TypeScript: ${title}`,
  command: [bin('tsc'), '--pretty', 'false', '-p', project],
});

// `count` reads the counts from `report`. A step without it passes by its exit code.
const steps = [
  {
    name: 'wasm_build',
    title: 'the modules, compiled to WebAssembly',
    command: ['bash', 'scripts/build_wasm.sh', '--with-tests'],
  },
  {
    name: 'rules',
    title: 'format and house rules',
    command: ['bash', 'scripts/check.sh'],
    count: verdictLines,
    report: log('rules'),
  },
  {
    name: 'site_build',
    title: 'the site, the one offline file and the package, built',
    needs: 'wasm_build',
    command: ['bash', 'scripts/build_site.sh'],
  },
  {
    name: 'browser_tests',
    title: 'browser tests of the built site in Chromium',
    needs: 'site_build',
    command: [bin('playwright'), 'test', '--config', 'tests/browser/playwright.config.ts'].concat(
      '--reporter=list,json',
    ),
    count: playwrightReport,
    report: `${reports}/browser.json`,
  },
  {
    name: 'sanitized_build',
    title: 'the core, built natively with sanitizers',
    command: ['bash', 'scripts/build_sanitized.sh'],
  },
  {
    name: 'sanitized_tests',
    title: "the core's tests under address and undefined-behavior sanitizers",
    needs: 'sanitized_build',
    ...ctest('build/sanitized', `${reports}/sanitized.xml`),
  },
  {
    name: 'wasm_tests_build',
    title: "the core's tests, compiled to WebAssembly",
    needs: 'wasm_build',
    command: ['cmake', '--build', 'build/wasm', '--parallel', '2'],
  },
  {
    name: 'wasm_tests',
    title: "the core's tests as WebAssembly, in Node",
    needs: 'wasm_tests_build',
    ...ctest('build/wasm', `${reports}/wasm.xml`),
  },
  {
    name: 'unit_tests',
    title: 'unit tests',
    needs: 'wasm_build',
    ...vitest('tests/vitest.config.ts', `${reports}/unit.json`),
  },
  {
    name: 'other_browsers',
    title: 'the main path of every page in Firefox and WebKit',
    needs: 'site_build',
    ...vitest('tests/other_browsers/vitest.config.ts', `${reports}/other_browsers.json`),
  },
  types('types_web', 'the page', 'web/tsconfig.json'),
  types('types_tests', 'the tests', 'tests/tsconfig.json'),
  types(
    'types_other_browsers',
    'the tests in Firefox and WebKit',
    'tests/other_browsers/tsconfig.json',
  ),
];

const { FORCE_COLOR: _, ...inherited } = process.env;
const environment = {
  ...inherited,
  LIMIT_SECONDS: '5400',
  NO_COLOR: '1',
  PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${reports}/browser.json`,
};

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(130);
  });
}

mkdirSync(reports, { recursive: true });
const totals = { passed: 0, failed: 0 };
const built = new Map();

const waiting = steps.map((step, index) => ({ ...step, place: `[${index + 1}/${steps.length}]` }));
const underWay = new Map();
while (waiting.length + underWay.size > 0) {
  for (let next; (next = waiting.findIndex(mayStart)) >= 0;) {
    const [step] = waiting.splice(next, 1);
    underWay.set(step, performed(step));
  }
  underWay.delete(await Promise.race(underWay.values()));
}

console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

function mayStart({ needs }) {
  return (!needs || built.has(needs)) && underWay.size < 2;
}

async function performed(step) {
  console.log(`${step.place} ${step.title}`);
  const started = performance.now();
  const { passed, failed, remark } = await run(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  built.set(step.name, failed === 0);
  totals.passed += passed;
  totals.failed += failed;
  const words = `${passed} passed, ${failed} failed${remark ? ` (${remark})` : ''}, ${seconds} s`;
  console.log(`${step.place} ${step.title}: ${words}`);
  return step;
}

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
    return step.report ? step.count(readFileSync(step.report, 'utf8')) : exitOnly(exitCode);
  } catch (error) {
    console.log(`    no count: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function finished(command) {
  return new Promise((resolve) => {
    const child = spawn('bash', command, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment,
    });
    running.add(child);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}
