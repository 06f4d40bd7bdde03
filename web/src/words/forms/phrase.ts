/** A text with marked-up pieces in it, such as a token. Its parts are rendered in order. */
export type Phrase = readonly unknown[];
