export const kSiteDigits: number;
export function digitsFile(count?: number): Uint8Array<ArrayBuffer>;
/** images [image, 28, 28], from 0 to 255, and what they are. */
export function digitImages(count?: number): { images: Uint8Array; digits: Uint8Array };
