/** Starts the download of a file. */

/** A frame without permission to download fails silently, so callers should offer the text as well. */
export function download(name: string, bytes: Uint8Array | string, type: string): void {
  const part = typeof bytes === 'string' ? bytes : (bytes as Uint8Array<ArrayBuffer>);
  const address = URL.createObjectURL(new Blob([part], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download starts after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
