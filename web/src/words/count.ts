/** A number with separators between thousands, as English writes it. */
export const count = (number: number) => number.toLocaleString('en');
