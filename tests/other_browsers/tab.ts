/** The browser operations that the tests use. firefox.ts and webkit.ts implement them. */

/** Finds the first match of the first selector, inside any shadow root, then each further selector inside that match. */
export type Find = (...steps: string[]) => HTMLElement | null;

export interface Tab {
  open(url: string): Promise<void>;
  /** Calls a function in the page, with JSON arguments and result. The function cannot use variables of the test. */
  run<A extends unknown[], R>(
    script: (find: Find, ...values: A) => R | Promise<R>,
    ...values: A
  ): Promise<R>;
  /** Clicks at this point of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Replaces the text of the focused field, by keyboard. */
  retype(text: string): Promise<void>;
  /** Every URL requested since the last call, also by workers. */
  requests(): Promise<string[]>;
  /** Errors since the last call: exceptions, console errors, policy violations, HTTP errors. */
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

/** The source of an expression that calls `script` in a page. */
export function callOf(script: (...values: never[]) => unknown, values: unknown[]): string {
  return `(${script})(${[find, ...values.map((value) => JSON.stringify(value))].join(', ')})`;
}
