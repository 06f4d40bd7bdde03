/** A share of a tolerance as a small bar and a percentage. Above 100% it is marked as an error. */
import { css, html, svg, type TemplateResult } from 'lit';
import { formatNumber, formatPercent, formatPrecision, inPowers } from '../../draw/format';

function render(share: number | null): TemplateResult {
  const known = share !== null && !Number.isNaN(share);
  const width = known ? Math.min(100, share * 100) : 100;
  const beyond = !known || share > 1;
  return html`<span class="share-bar ${beyond ? 'beyond' : ''}"
    ><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="track" width="100" height="6"></rect>
        <rect class="filled" width=${width} height="6"></rect>`}</svg
    ><span class="words">${share === null ? '–' : formatShare(share)}</span></span
  >`;
}

/** With at most one decimal, and a power of ten below 1: "2.4e−7", "6e−2", "12.3". */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference < 1 ? inPowers(difference) : formatNumber(difference, 1);
}

/** A percentage with one decimal below 10%, otherwise an integer. Above 999% a factor, like "12 ×". */
export function formatShare(share: number): string {
  if (Number.isNaN(share)) return 'NaN';
  const percent = share * 100;
  if (percent > 999) return `${formatPrecision(Math.min(percent / 100, 1e6), 2)} ×`;
  if (percent === 0) return formatPercent(0, 0);
  if (percent < 0.1) return `< ${formatPercent(0.1, 1)}`;
  return formatPercent(percent, percent < 9.95 ? 1 : 0);
}

const styles = css`
  .share-bar {
    display: inline-flex;
    align-items: baseline;
    gap: 0.5rem;
    white-space: nowrap;
  }
  .share-bar svg {
    inline-size: 4.5rem;
    block-size: 6px;
    border-radius: 3px;
    flex: none;
    align-self: center;
  }
  .share-bar .track {
    fill: var(--line);
  }
  .share-bar .filled {
    fill: var(--accent);
  }
  .share-bar.beyond .filled {
    fill: var(--wrong);
  }
  .share-bar .words {
    inline-size: 3.5rem;
    text-align: end;
  }
  .share-bar.beyond .words {
    color: var(--wrong);
    font-weight: 600;
  }
`;

export const shareBar = { render, styles };
