// A rule held against one made-up file: the problems as 'line: words'.
import { violationsOf } from '../../scripts/rules/violations.mjs';

export function ruleOn(rule, path, ...lines) {
  return violationsOf(rule, [{ path, text: lines.join('\n') + '\n' }]).map(
    ({ line, problem }) => `${line}: ${problem}`,
  );
}
