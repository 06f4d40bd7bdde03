/** What the tests ask of a browser. firefox.ts and webkit.ts drive one each. */

/** Finds the first element that matches, in the document and in all shadow roots; each further step inside the last. */
export type Find = (...steps: string[]) => HTMLElement | null;

export interface Tab {
  open(url: string): Promise<void>;
  /** Calls a function in the page. It sees nothing of the test; what it takes and returns is JSON. */
  run<A extends unknown[], R>(
    script: (find: Find, ...values: A) => R | Promise<R>,
    ...values: A
  ): Promise<R>;
  /** Presses the mouse at this point of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types with the keyboard over all that the focused field holds. */
  retype(text: string): Promise<void>;
  /** Every URL asked for since the last call, also by workers. */
  requests(): Promise<string[]>;
  /** Errors since the last call: exceptions, console.error, refusals of the policy, HTTP errors. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

export function find(...steps: string[]): HTMLElement | null {
  const search = (root: ParentNode, selector: string): HTMLElement | null => {
    const direct = root.querySelector<HTMLElement>(selector);
    if (direct) return direct;
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inside = shadowRoot && search(shadowRoot, selector);
      if (inside) return inside;
    }
    return null;
  };
  let found: HTMLElement | null = document.documentElement;
  for (const step of steps) found = found && search(found.shadowRoot ?? found, step);
  return found;
}

/** The text of an expression that calls `script` in a page. */
export function callOf(script: (...values: never[]) => unknown, values: unknown[]): string {
  return `(${script})(${[find, ...values.map((value) => JSON.stringify(value))].join(', ')})`;
}
