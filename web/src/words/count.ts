/** Formats numbers with the separators of a language. */
export const countIn = (locale: string) => (number: number) =>
  number.toLocaleString(locale, { maximumFractionDigits: 20 });

/** `8,192` */
export const count = countIn('en');
