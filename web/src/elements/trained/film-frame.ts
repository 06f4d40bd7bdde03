/** The empty chart of a training: its axes, and the only score known so far, that of the trained model. */
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { logStep, stepTicks } from '../../training/step-axis';
import { kMinNamedScore } from '../../model/heads/head-name';
import type { Words } from '../../words/words';

interface FilmFrame {
  /** The steps of the training. */
  readonly steps: number;
  /** The score of the head whose arcs are drawn last. */
  readonly score: number | undefined;
  /** Whether no head can earn a name. */
  readonly unnamed: boolean;
  readonly press: () => void;
}

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
/** Room for the numbers of the step axis. */
const kAxis = '1.5em';

function render({ steps, score, unnamed, press }: FilmFrame, words: Words): TemplateResult {
  const { film } = words.trained;
  const line = percent(1 - kMinNamedScore);
  return html`<div class="frame" @click=${press}>
    <svg aria-hidden="true">
      <line x2="100%"></line>
      <line x2="100%" y1="100%" y2="100%"></line>
      <text x="-8" dy="0.35em" text-anchor="end">1</text>
      <text x="-8" y="100%" dy="0.35em" text-anchor="end">0</text>
      ${
        unnamed
          ? nothing
          : svg`<line class="earns" x2="100%" y1=${line} y2=${line}></line>
              <text x="6" y=${line} dy="-0.35em">${words.training.earns}</text>`
      }
      ${stepTicks(steps).map(
        (step) =>
          svg`<text x=${percent(logStep(step) / logStep(steps))} y="100%" dy=${kAxis} text-anchor="middle">${step}</text>`,
      )}
      ${
        score === undefined
          ? nothing
          : svg`<line class="now" x1="100%" x2="100%" y2="100%"></line>
              <circle cx="100%" cy=${percent(1 - score)} r="4"></circle>`
      }
    </svg>
    <p><span>${film.watch}</span><span class="hint">${film.hint}</span></p>
  </div>`;
}

const styles = css`
  .frame {
    container-type: inline-size;
    position: relative;
    block-size: calc(var(--attention-film) + 1.25rem);
    padding: 14px 2.25rem 3rem 1.25rem;
    cursor: pointer;
  }
  .frame svg {
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    fill: var(--muted);
  }
  .frame line {
    stroke: var(--line);
  }
  .frame .earns {
    stroke: var(--muted);
    stroke-dasharray: 1 4;
  }
  .frame .now {
    stroke: var(--ink);
  }
  .frame circle {
    fill: var(--pencil);
  }
  .film:has(.named) .frame circle {
    fill: var(--arc);
  }
  .frame p {
    position: absolute;
    inset: calc(14px + 1.9rem) 2.75rem auto calc(1.25rem + 6px);
    color: var(--muted);
  }
  .frame p span {
    display: block;
    color: var(--ink);
  }
  .frame p .hint {
    color: var(--muted);
  }
  /* If it took two lines, it would cover the axis. */
  @container (max-width: 40rem) {
    .frame p .hint {
      display: none;
    }
  }
`;

export const filmFrame = { render, styles };
