/** Of work that overlaps, only the latest counts. */
export class Latest {
  #begun = 0;

  /** Begins new work. Returns whether it is still the latest. */
  begin(): () => boolean {
    const mine = ++this.#begun;
    return () => mine === this.#begun;
  }
}
