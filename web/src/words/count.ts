/** Whole numbers with the thousands separators of a language. Others have a decimal point, as everywhere on the pages. */
const countIn = (locale: string) => (number: number) =>
  Number.isInteger(number) ? number.toLocaleString(locale) : String(number);

/** `8,192` */
export const count = countIn('en');
/** `8 192`: as in Austria, because the point is the decimal separator. */
export const germanCount = countIn('de-AT');
export const chineseCount = countIn('zh-CN');
