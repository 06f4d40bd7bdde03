/** The first name of a head, and how many others it has: "my→I+1". */
export const andMore = (first: string, others: number): string =>
  others > 0 ? `${first}+${others}` : first;
