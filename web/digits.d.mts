export const kSiteDigits: number;
export function digitsFile(count?: number): Uint8Array<ArrayBuffer>;
