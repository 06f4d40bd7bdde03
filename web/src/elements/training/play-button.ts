/** The round button that plays and pauses. */
import { css, html, type TemplateResult } from 'lit';

interface PlayButton {
  readonly playing: boolean;
  readonly label: string;
  readonly press: () => void;
}

function render({ playing, label, press }: PlayButton): TemplateResult {
  return html`<button type="button" class="play" aria-label=${label} @click=${press}>
    <svg viewBox="0 0 14 14" aria-hidden="true">
      <path d=${playing ? 'M2 1h3.5v12H2zM8.5 1H12v12H8.5z' : 'M3 1l10 6-10 6z'}></path>
    </svg>
  </button>`;
}

const styles = css`
  .play {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    padding: 0;
    border: 1px solid var(--ink);
    border-radius: 50%;
    color: var(--ink);
  }
  .play svg {
    inline-size: 14px;
    fill: currentColor;
  }
`;

export const playButton = { render, styles };
