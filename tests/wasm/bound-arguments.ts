/**
 * The functions that a file of Embind's bindings names, with how many arguments each takes. A module does not tell:
 * that of newer Emscripten leaves out what is too much, and does not count.
 */
export function boundArguments(bindings: string): [name: string, count: number][] {
  return [...bindings.matchAll(/^ {2}function\("(\w+)", &(?:guarded<[^,>]*(.*)>|\w+)\);$/gm)].map(
    ([, name, types]) => [name!, types?.match(/, \w+/g)?.length ?? 0],
  );
}
