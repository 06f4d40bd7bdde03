/** A head of a model: its place, as a key, and as the address has it. */

/** A head by its attention's name in the trace, such as `layers.1.attention`, and its number from 0. */
export interface HeadPlace {
  readonly attention: string;
  readonly head: number;
}

/** "layers.1.attention" and a head, as one key. */
export const headKey = (attention: string, head: number) => `${attention} ${head}`;

/** The parts of a text in the address, such as `layers.1.attention` and `2`. */
export type TextParts = readonly (string | undefined)[];

/** A head as the address has it, and back. */
export const headOf = ([attention, head]: TextParts): HeadPlace => ({
  attention: attention!,
  head: Number(head),
});
export const headText = ({ attention, head }: HeadPlace): string => `${attention}:${head}`;
