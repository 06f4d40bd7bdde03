/** Parts that the proof and speed pages share: outcome, progress bar and list of facts. */
import { css, html, nothing } from 'lit';

const styles = css`
  .outcome {
    margin-block-start: 2rem;
  }
  .outcome h2 {
    font: 400 1.5rem/1.33 var(--serif);
    margin-block: 0.25rem 0.5rem;
    text-wrap: balance;
  }
  .progress {
    display: grid;
    gap: 0.25rem;
    max-inline-size: 30rem;
    margin-block: 0.5rem;
    font-size: 0.875rem;
    color: var(--muted);
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 8px;
    border: 0;
    border-radius: 4px;
    background: var(--line);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 2rem;
    margin: 1.25rem 0;
    font-size: 0.875rem;
  }
  dt {
    font-size: 0.875rem;
    color: var(--muted);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** `max`: 0 while it is not known. */
function progress(label: string, value: number, max: number, text: string) {
  const isKnown = max > 0;
  return html`<div class="progress">
    <progress
      aria-label=${label}
      max=${isKnown ? max : 1}
      value=${isKnown ? value : nothing}
    ></progress>
    <span>${text}</span>
  </div>`;
}

function facts(pairs: readonly (readonly [name: string, value: string])[]) {
  if (pairs.length === 0) return nothing;
  return html`<dl>
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export const reportParts = { styles, progress, facts };
