/** The columns of the story that the visitor has chosen to follow, and their form in a link: `d_model:19,d_head:3`. */
import type { ChosenColumns } from './followed';

export const columnTexts = (columns: ChosenColumns): string[] =>
  Object.entries(columns).map(([axis, column]) => `${axis}:${column}`);

/** Reads the axis and the column of each item of a link. */
export const columnsOf = (items: readonly (readonly (string | undefined)[])[]): ChosenColumns =>
  Object.fromEntries(items.map(([axis, column]) => [axis, Number(column)]));
