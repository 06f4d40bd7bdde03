// Applies a rule to the files.
//
// A rule is {name, remedy, covers(path), check({path, text}) -> [{line, problem}]}; `covers` selects its
// files, `line` counts from 1, and `remedy` tells the reader what to do. A rule about several files at once has
// checkTogether([{path, text}]) -> [{path, line, problem}] instead of check.
export function violationsOf(rule, files) {
  const covered = files.filter((file) => rule.covers(file.path));
  if (rule.checkTogether) return rule.checkTogether(covered);
  return covered.flatMap((file) =>
    rule.check(file).map((found) => ({ path: file.path, ...found })),
  );
}

/** One violation for each line that matches; `problem` gets the match. */
export function matchingLines(text, pattern, problem) {
  return text.split('\n').flatMap((content, index) => {
    const match = content.match(pattern);
    return match ? [{ line: index + 1, problem: problem(match) }] : [];
  });
}

/** The line, from 1, of the character at `offset`. */
export function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length;
}
