/** Hands bytes to the browser as a file. */

/** In a frame that may not download nothing happens, and nobody is told: offer the text as well. */
export function download(name: string, bytes: Uint8Array | string, type: string): void {
  const part = typeof bytes === 'string' ? bytes : (bytes as Uint8Array<ArrayBuffer>);
  const address = URL.createObjectURL(new Blob([part], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun when the click's task is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
