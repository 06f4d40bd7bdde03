/** The start of a value, for a message. */
export function excerpt(value: unknown, max = 24): string {
  const text = String(value);
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}
