/** Copies to the clipboard. False if the browser refuses, or has no clipboard: it has none for a page over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
