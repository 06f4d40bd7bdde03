/** Names the word with the largest weight of a row beside the row's label, while the word itself is out of sight. */
import { css, html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { indexOfLargest } from '../../../model/stages/index-of-largest';
import type { Line } from '../../../model/stages/lines';
import { formatProbability } from '../../../draw/format';

/**
 * A visible hint, and a button for the pointer that scrolls to the word. Keyboard and screen reader find the weight in the
 * grid. It takes no focus, because it disappears as soon as the word is in sight.
 */
export function strongestWord(line: Line | undefined, placed: readonly string[]) {
  if (line?.kind !== 'bars') return nothing;
  const column = indexOfLargest(line.values);
  const weight = line.values[column]!;
  if (!(weight > 0)) return nothing;
  return html`<button
    type="button"
    class="strongest"
    tabindex="-1"
    aria-hidden="true"
    data-column=${column}
    @mousedown=${(event: MouseEvent) => event.preventDefault()}
    @click=${scrollToIt}
  >
    <bdi>${placed[column]}</bdi> ${formatProbability(weight)}
  </button>`;
}

function cellOf(button: HTMLElement): Element | undefined {
  return button.closest('[role=row]')!.querySelectorAll('.cells > .cell')[
    Number(button.dataset['column'])
  ];
}

function scrollToIt({ currentTarget }: Event): void {
  const cell = cellOf(currentTarget as HTMLElement);
  cell?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** Shows the names of the strongest words that are out of sight, with an arrow towards each. */
export class StrongestWords implements ReactiveController {
  #frame: number | undefined;

  constructor(private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    host.addController(this);
  }

  hostUpdated(): void {
    this.update();
  }

  hostDisconnected(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  /** Waits for the next frame, whose layout is computed anyway. */
  readonly update = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      const buttons = [...this.host.renderRoot.querySelectorAll<HTMLElement>('.strongest')];
      // Read all layout before changing any of it.
      const sides = buttons.map(sideOf);
      buttons.forEach(({ dataset }, i) => {
        if (dataset['side'] !== sides[i]) dataset['side'] = sides[i];
      });
    });
  };
}

/** The side on which the word is out of sight. */
function sideOf(button: HTMLElement): 'left' | 'right' | 'none' {
  const cell = cellOf(button)?.getBoundingClientRect();
  const scroll = button.closest('.scroll')!.getBoundingClientRect();
  const label = button.closest('.stage')!.querySelector('.label')!.getBoundingClientRect();
  // On narrow screens labels stand above the line.
  const from = label.right < scroll.right - 1 ? label.right : scroll.left;
  if (cell === undefined || (cell.left >= from - 1 && cell.right <= scroll.right + 2))
    return 'none';
  return cell.left < from ? 'left' : 'right';
}

export const strongestStyles = css`
  .label:has(.strongest) {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
  }
  :host([data-narrow]) .label:has(.strongest) {
    flex-direction: row;
    align-items: baseline;
  }
  .strongest {
    flex: none;
    display: none;
    max-inline-size: 100%;
    padding: 0 0 0 calc(0.6rem + 2px);
    background: none;
    border: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
    text-align: start;
  }
  .strongest:is([data-side='left'], [data-side='right']) {
    display: block;
  }
  .strongest[data-side='left']::before {
    content: '← ';
  }
  .strongest[data-side='right']::after {
    content: ' →';
  }
`;
