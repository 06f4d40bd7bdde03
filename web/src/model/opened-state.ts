/** What the page of an opened model shows. */
export interface OpenedState {
  readonly text: string;
  /** From 0. */
  readonly layer: number;
  readonly head: number;
  readonly word: number;
  readonly delimiters: boolean;
}

export const defaultOpened: OpenedState = {
  text: 'The animal did not cross the street because it was too tired.',
  layer: 0,
  head: 0,
  word: 0,
  delimiters: false,
};
