/** In the one offline file there is no site, and the file is the page itself. */
export const site: string | undefined = undefined;

/** What the elements draw stands in their shadow roots, so the page's own markup is as it came. */
export const file: (() => Promise<string>) | undefined =
  'getHTML' in document.documentElement
    ? async () => `<!doctype html>\n<html lang="en">${document.documentElement.getHTML()}</html>\n`
    : undefined;
