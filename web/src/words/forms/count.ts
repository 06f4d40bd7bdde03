/** Formats numbers with the separators of a language. */
export const countIn = (locale: string): ((number: number) => string) => {
  // Created once: creating a formatter is slow.
  let separators: Intl.NumberFormat | undefined;
  return (number) =>
    (separators ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })).format(number);
};

/** Formats a number such as `8,192`. */
export const count = countIn('en');
