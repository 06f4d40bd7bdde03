/** A field for one of several parts of a tensor: counted from 1, with the index that code uses beside it. */
import { html } from 'lit';

interface Numbered {
  readonly label: string;
  readonly index: number;
  readonly count: number;
  /** The part in code: `attn[2]`. */
  readonly code: string;
  readonly choose: (index: number) => void;
}

export function numberedChoice({ label, index, count, code, choose }: Numbered) {
  return html`<label
      >${label}<input
        type="number"
        min="1"
        max=${count}
        .valueAsNumber=${index + 1}
        @change=${(event: Event) => {
          const field = event.target as HTMLInputElement;
          const to = Math.max(0, Math.min(count, Math.trunc(field.valueAsNumber) || 1) - 1);
          field.valueAsNumber = to + 1;
          choose(to);
        }} /></label
    ><code>${code}</code>`;
}

/** The indices of the i-th part over these leading axes. */
export function indicesOf(extents: readonly number[], i: number): number[] {
  const indices: number[] = [];
  for (const extent of [...extents].reverse()) {
    indices.unshift(i % extent);
    i = Math.floor(i / extent);
  }
  return indices;
}
