/** A head of a model: its place, and its form in the address, which also serves as a key. */

/** A head by its attention's name in the trace, such as `layers.1.attention`, and its number from 0. */
export interface HeadPlace {
  readonly attention: string;
  readonly head: number;
}

/** Whether a place is this head, for `some` and `find`. */
export const isHead =
  (attention: string, head: number) =>
  (place: HeadPlace): boolean =>
    place.attention === attention && place.head === head;

/** The attention of a layer in a model with one stack: `layers.1.attention`. */
export const attentionOf = (layer: number): string => `layers.${layer}.attention`;
/** The layer of such an attention: 1. */
export const layerOf = (attention: string): number => Number(attention.split('.')[1]);

/** The parts of a text in the address, such as `layers.1.attention` and `2`. */
export type TextParts = readonly (string | undefined)[];

/** A head as the address has it, and back. */
export const headOf = ([attention, head]: TextParts): HeadPlace => ({
  attention: attention!,
  head: Number(head),
});
export const headText = ({ attention, head }: HeadPlace): string => `${attention}:${head}`;
