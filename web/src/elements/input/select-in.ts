/** Focuses a field with a part of its text selected; with all of it, without a range. */
export function selectIn(
  field: HTMLInputElement | HTMLTextAreaElement,
  range: readonly [number, number] | undefined,
): void {
  field.focus();
  if (range) field.setSelectionRange(...range);
  else field.select();
}
