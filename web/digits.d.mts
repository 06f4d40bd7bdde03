export function digitsFile(count?: number): Uint8Array<ArrayBuffer>;
