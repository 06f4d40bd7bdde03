/** A number with its unit, such as `46 MB`: no line ends between them. */
export const withUnit = (number: number | string, unit: string): string => `${number}\u00a0${unit}`;
