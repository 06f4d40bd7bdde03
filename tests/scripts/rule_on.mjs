// Applies a rule to one file with these lines; returns the problems as 'line: problem'.
import { violationsOf } from '../../scripts/rules/violations.mjs';

export function ruleOn(rule, path, ...lines) {
  return violationsOf(rule, [{ path, text: lines.join('\n') + '\n' }]).map(
    ({ line, problem }) => `${line}: ${problem}`,
  );
}
