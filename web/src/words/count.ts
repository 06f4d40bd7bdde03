/** Numbers with the separators of a language. */
const countIn = (locale: string) => (number: number) =>
  number.toLocaleString(locale, { maximumFractionDigits: 20 });

/** `8,192` */
export const count = countIn('en');
/** `8 192`: as in Austria, because the point is the decimal separator. */
export const germanCount = countIn('de-AT');
export const chineseCount = countIn('zh-CN');
