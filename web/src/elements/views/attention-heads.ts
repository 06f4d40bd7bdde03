/** `<attention-heads>`: a small heatmap per head and one of their mean. A click selects one. */
import '../../words/add-lab';
import { css, html, nothing } from 'lit';
import { rasterize, type Coloring } from '../../draw/matrix/raster';
import { reachOfWeights } from '../../draw/matrix/reach';
import { shrink } from '../../draw/matrix/shrink';
import { headsScaleEnds } from '../../draw/pictures/heatmap-legend';
import { mapCells } from '../../draw/pictures/map-cells';
import { partToCanvas } from '../../draw/scene/to-canvas';
import { matrixOf, rangeOf } from '../../tensors/tensor';
import { define } from '../base/define';
import { equalLists } from '../base/equal-lists';
import { hasModifier } from '../input/has-modifier';
import '../save/attention-save';
import { namesOf, sendToLab, type LabResult } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { isUntrained, scaleOf } from '../lab/untrained';
import type { SaveContent } from '../save/save-content';

/** The size of a map on the page. */
const kSize = 56;
/** For high pixel densities. */
const kMaxPixels = 2 * kSize;

export class AttentionHeads extends LabView {
  static override styles = css`
    .heads {
      display: flex;
      flex-wrap: wrap;
      gap: 0.4rem;
    }
    button {
      font-size: 0.875rem;
      color: var(--muted);
      background: none;
      border-color: transparent;
      padding: 0.35rem;
    }
    button:hover {
      border-color: var(--line);
    }
    button[aria-checked='true'] {
      color: var(--ink);
      font-weight: 600;
      border-color: var(--ink);
    }
    canvas {
      display: block;
      inline-size: 56px;
      block-size: 56px;
      margin-block-end: 0.25rem;
      border-radius: 2px;
    }
    p {
      margin: 0;
      padding-inline: 0.35rem;
      font-size: 0.875rem;
    }
  `;

  /** What the maps were painted from. */
  #painted: readonly unknown[] = [];

  protected override render() {
    const { result } = this;
    if (!result) return nothing;
    const { head, num_heads } = result.state;
    const choices = [...Array(num_heads).keys(), null];
    const [start, end] = headsScaleEnds(picturesOf(result), this.words.legend.andMore);
    return html`<attention-save
        label=${this.words.save.headByHead}
        .content=${() => this.#saveContent(result)}
      ></attention-save>
      <div
        class="heads"
        role="radiogroup"
        aria-label=${this.words.controls.labels.head}
        @keydown=${(event: KeyboardEvent) => this.#move(event, choices, head)}
      >
        ${choices.map(
          (choice) =>
            html`<button
              type="button"
              role="radio"
              aria-checked=${choice === head}
              tabindex=${choice === head ? 0 : -1}
              title=${choice === null ? nothing : this.words.lab.inCode(this.words.lab.head(choice + 1), choice)}
              @click=${() => sendToLab(this, 'attention-change', { head: choice })}
            >
              <canvas aria-hidden="true"></canvas
              >${choice === null ? this.words.heads.mean : this.words.lab.head(choice + 1)}
            </button>`,
        )}
      </div>
      <p class="muted">${start} – ${end} · ${this.words.heads.oneScale}</p>`;
  }

  protected override updated(): void {
    const { result } = this;
    if (!result) return;
    const { dark, font } = this.canvasColors;
    const painted = [result.trace, dark, devicePixelRatio];
    if (equalLists(painted, this.#painted)) return;
    this.#painted = painted;
    const pictures = picturesOf(result);
    this.renderRoot.querySelectorAll('canvas').forEach((canvas, i) => {
      const { matrix, coloring } = pictures[i]!;
      const { rows, columns } = matrix;
      const layout = { rows, columns, cellWidth: kSize / columns, cellHeight: kSize / rows };
      const shapes = mapCells(rasterize(matrix, coloring, dark), coloring, layout, dark);
      const part = { width: kSize, height: kSize, shapes };
      partToCanvas(part, canvas, devicePixelRatio, { sans: font, serif: font });
    });
  }

  #saveContent(result: LabResult): SaveContent {
    const { words } = this;
    const { head, num_heads } = result.state;
    const { tokens, keys } = namesOf(undefined, result);
    const heads = picturesOf(result).map((picture, i) => ({
      ...picture,
      label: i === num_heads ? words.heads.mean : words.lab.head(i + 1),
      shown: i === (head ?? num_heads),
    }));
    return {
      name: 'weights-of-all-heads',
      picture: () => ({
        kind: 'heads',
        title: words.save.headByHead,
        oneScale: words.heads.oneScale,
        heads,
      }),
      numbers: { tensor: result.trace.weights, labels: { query: tokens, key: keys } },
      result,
      heads: 'all',
    };
  }

  #move(event: KeyboardEvent, choices: (number | null)[], head: number | null): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || hasModifier(event)) return;
    event.preventDefault();
    const to = (choices.indexOf(head) + step + choices.length) % choices.length;
    sendToLab(this, 'attention-change', { head: choices[to]! });
    this.renderRoot.querySelectorAll<HTMLElement>('button')[to]?.focus();
  }
}

/** One matrix per head, then their mean, all on one scale. */
function picturesOf(result: LabResult) {
  const { trace, meanWeights, state } = result;
  // All heads share one mask.
  const masks = trace.masked_scores ? shrink(matrixOf(trace.masked_scores), kMaxPixels) : null;
  const matrices = Array.from({ length: state.num_heads + 1 }, (_, head) =>
    shrink(
      head === state.num_heads ? matrixOf(meanWeights) : matrixOf(trace.weights, head),
      kMaxPixels,
    ),
  );
  const ranges = matrices.map(({ data }) => rangeOf(data));
  // Numbers of a file may be below 0.
  const least = Math.min(...ranges.map(({ min }) => min));
  const reaches = matrices.map((matrix, i) => reachOfWeights(matrix, ranges[i]!.max));
  const reach = Math.max(...reaches, -least);
  const scale = scaleOf(isUntrained(result), least < 0 ? 'diverging' : 'sequential');
  const coloring: Coloring = { scale, reach, masks };
  return matrices.map((matrix) => ({ matrix, coloring }));
}

define('attention-heads', AttentionHeads);
