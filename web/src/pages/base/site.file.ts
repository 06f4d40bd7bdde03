/** The offline file has no site, and is itself the file to download. */
export const site: string | undefined = undefined;

/** Elements render into shadow roots, so the document's own markup is unchanged. */
export const file: (() => Promise<string>) | undefined =
  'getHTML' in document.documentElement
    ? async () => `<!doctype html>\n<html lang="en">${document.documentElement.getHTML()}</html>\n`
    : undefined;
