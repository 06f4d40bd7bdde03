/** Why something failed, in one line that names no folder: whoever built a library did so on a machine of theirs. */
export const reasonOf = (error: unknown): string =>
  withoutFolders((error as Error).message.split('\n')[0]!).slice(0, 100);

/** "/a/b/tensor.h:17" is "tensor.h:17". */
const withoutFolders = (text: string) =>
  text.replace(/(?<![\w/])(?:file:\/\/|[A-Za-z]:)?[\\/](?:[\w.@+~-]+[\\/])+/g, '');
