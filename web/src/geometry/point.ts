/** A point of a plane. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
