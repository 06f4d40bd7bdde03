/** Formats a number with English thousands separators: `8,192`. */
export const count = (number: number) => number.toLocaleString('en');
