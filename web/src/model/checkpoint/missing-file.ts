/** Whether a server's answer says that it does not have the file. Some servers answer with a page instead. */
export function isMissing({ ok, status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return status === 404 || status === 410 || (ok && isPage);
}
