export const kSiteDigits: number;
export function digitsFile(count?: number): Uint8Array<ArrayBuffer>;
/** The images [image, 28, 28] with values from 0 to 255, and the digit of each. */
export function digitImages(count?: number): { images: Uint8Array; digits: Uint8Array };
