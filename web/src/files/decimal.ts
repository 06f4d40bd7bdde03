/** The shortest decimal that parses to the same float32; `-inf`, `inf` or `nan` if not finite. */
export function decimal(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  for (let digits = 6; digits < 9; digits++) {
    const number = Number(value.toPrecision(digits));
    if (Math.fround(number) === value) return String(number);
  }
  return String(Number(value.toPrecision(9)));
}
