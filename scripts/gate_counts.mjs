// Reads {passed, failed, skipped} from each tool's own report.

/** A tool that only succeeds or fails. */
export function exitOnly(exitCode) {
  const passed = exitCode === 0 ? 1 : 0;
  return { passed, failed: 1 - passed, skipped: 0 };
}

/** scripts/check.sh: a line `ok   rule` or `FAIL rule` for each rule. */
export function verdictLines(text) {
  return {
    passed: occurrences(text, /^ok {3}/gm),
    failed: occurrences(text, /^FAIL /gm),
    skipped: 0,
  };
}

/**
 * ctest --output-junit. A ctest test may be a GoogleTest program with many tests: those it printed are counted. A test
 * that printed none counts as one.
 */
export function ctestReport(xml) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const cases = /<testcase [^>]*?status="(\w+)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
  for (const [, status, content] of xml.matchAll(cases)) {
    const found = countOf(status, googleTests(content?.replace('<system-out>', '\n') ?? ''));
    for (const kind of Object.keys(total)) total[kind] += found[kind];
  }
  return total;
}

function countOf(status, tests) {
  const none = { passed: 0, failed: 0, skipped: 0 };
  const any = tests.passed + tests.failed + tests.skipped > 0;
  switch (status) {
    case 'run':
      return any ? tests : { ...none, passed: 1 };
    case 'fail': // also when every test passed but a sanitizer reported an error at exit
      return { ...tests, failed: Math.max(tests.failed, 1) };
    case 'disabled':
      return { ...none, skipped: 1 };
    default: // skipped itself, or the program is missing
      return any ? tests : { ...none, failed: 1 };
  }
}

function googleTests(output) {
  const begun = occurrences(output, /^\[ RUN {6}\] /gm);
  const passed = occurrences(output, /^\[ {7}OK \] /gm);
  const skipped = occurrences(output, /^\[ {2}SKIPPED \] .* \(\d+ ms\)$/gm);
  return { passed, failed: begun - passed - skipped, skipped }; // a test that began and never ended has crashed
}

/** vitest's json reporter. A file that cannot be loaded counts as one failed test. */
export function vitestReport(json) {
  const report = JSON.parse(json);
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Playwright's json reporter. A test that passed only on retry counts as failed. */
export function playwrightReport(json) {
  const { stats, errors } = JSON.parse(json);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

function occurrences(text, pattern) {
  return text.match(pattern)?.length ?? 0;
}
