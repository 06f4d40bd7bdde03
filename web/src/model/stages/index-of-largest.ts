/** The index of the largest value; of equal values, the first. */
export function indexOfLargest(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[largest]!) largest = i;
  return largest;
}
