/** The reason for a failure in one line, without the paths of the machine on which a library was built. */
export const reasonOf = (error: unknown): string =>
  withoutFolders((error as Error).message.split('\n')[0]!).slice(0, 100);

/** Shortens "/a/b/tensor.h:17" to "tensor.h:17". */
const withoutFolders = (text: string) =>
  text.replace(/(?<![\w/])(?:file:\/\/|[A-Za-z]:)?[\\/](?:[\w.@+~-]+[\\/])+/g, '');
