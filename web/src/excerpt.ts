/** The start of a value, for a message. */
export function excerpt(value: unknown): string {
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 24).toWellFormed()}…` : text;
}
