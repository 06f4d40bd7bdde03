/** Formats numbers with the separators of a language. */
export const countIn = (locale: string): ((number: number) => string) => {
  // Takes long to make.
  let separators: Intl.NumberFormat | undefined;
  return (number) =>
    (separators ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })).format(number);
};

/** `8,192` */
export const count = countIn('en');
