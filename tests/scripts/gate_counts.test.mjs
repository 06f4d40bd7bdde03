import { describe, expect, it } from 'vitest';
import {
  ctestReport,
  exitOnly,
  playwrightReport,
  verdictLines,
  vitestReport,
} from '../../scripts/gate_counts.mjs';

const count = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

describe('the gate counts', () => {
  it('a tool without a report as one', () => {
    expect(exitOnly(0)).toEqual(count(1, 0));
    expect(exitOnly(2)).toEqual(count(0, 1));
  });

  it("the house rules' verdicts", () => {
    expect(verdictLines('ok   a\nx.ts:1: FAIL is a word here\nFAIL b\nok   c\n')).toEqual(
      count(2, 1),
    );
  });

  it("vitest's tests, and a file that could not be loaded", () => {
    const file = (status, tests) => ({ status, assertionResults: Array(tests).fill({}) });
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [file('passed', 5), file('failed', 3), file('failed', 0)],
    };
    expect(vitestReport(JSON.stringify(report))).toEqual(count(5, 2, 2));
  });

  it("Playwright's tests, with one that passed only when repeated as failed", () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
    expect(playwrightReport(JSON.stringify(report))).toEqual(count(7, 3, 2));
  });
});

describe('the gate counts in a report of ctest', () => {
  const ran = (status, ...output) =>
    `<testcase name="core_tests" classname="core_tests" time="0.1" status="${status}">\n` +
    `\t\t<system-out>${output.join('\n')}\n</system-out>\n\t</testcase>`;
  const ok = ['[ RUN      ] A.Good', '[       OK ] A.Good (0 ms)'];
  const bad = [
    '[ RUN      ] All/P.Bad/1',
    '    Which is: "[       OK ]"',
    '[  FAILED  ] All/P.Bad/1, where GetParam() = 2 (0 ms)',
  ];
  const skipped = ['[ RUN      ] A.Skip', '[  SKIPPED ] A.Skip (0 ms)'];
  const endless = ['[ RUN      ] Z.Crash'];
  const summary = [
    '[  FAILED  ] 1 test, listed below:',
    '[  FAILED  ] All/P.Bad/1',
    '[  SKIPPED ] A.Skip',
  ];

  it('every test of one program', () => {
    const xml = ran('fail', ...ok, ...ok, ...bad, ...skipped, ...summary);
    expect(ctestReport(xml)).toEqual(count(2, 1, 1));
  });

  it('many programs of one test each', () => {
    expect(
      ctestReport(ran('run', ...ok) + ran('fail', ...bad) + ran('notrun', ...skipped)),
    ).toEqual(count(1, 1, 1));
  });

  it('a crash as one more failure', () => {
    expect(ctestReport(ran('fail', ...ok, ...bad, ...endless))).toEqual(count(1, 2));
  });

  it('a failure after the last test, such as a leak', () => {
    expect(ctestReport(ran('fail', ...ok))).toEqual(count(1, 1));
  });

  it('programs that do not use GoogleTest', () => {
    expect(ctestReport(ran('run') + ran('fail'))).toEqual(count(1, 1));
  });

  it('a program that was never built as failed, a disabled one as skipped', () => {
    expect(ctestReport(ran('notrun', 'Unable to find executable: core_tests'))).toEqual(
      count(0, 1),
    );
    expect(ctestReport(ran('disabled', 'Disabled'))).toEqual(count(0, 0, 1));
  });

  it('nothing in an empty report', () => {
    expect(ctestReport('<testsuite tests="0"></testsuite>')).toEqual(count(0, 0));
  });
});
