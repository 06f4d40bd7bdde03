/** Milliseconds: quicker changes of the same setting share one entry of the browser's history. */
const kSameEntry = 2000;

/** Decides which changes of a page's state get an entry of their own in the browser's history. */
export class HistoryEntries<State extends object> {
  #last: { names: string; at: number } | null = null;

  /** `state`: the state in the address. */
  constructor(public state: State) {}

  /** The state comes from the address: the next change gets an entry of its own. */
  restart(state: State = this.state): void {
    this.state = state;
    this.#last = null;
  }

  /** The entry for a state with changes; null if nothing has changed. */
  next(state: State): 'new' | 'same' | null {
    const names = (Object.keys(state) as (keyof State)[])
      .filter((name) => state[name] !== this.state[name])
      .join();
    this.state = state;
    if (names === '') return null;
    const at = performance.now();
    const goesOn = this.#last?.names === names && at - this.#last.at < kSameEntry;
    this.#last = { names, at };
    return goesOn ? 'same' : 'new';
  }
}
