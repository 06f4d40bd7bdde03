/** `<attention-heatmap-legend>`: the color scale of a heatmap, with the values at its ends. */
import '../../words/add-lab';
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { cssColor } from '../../draw/color';
import { colorAt, colorTable } from '../../draw/color-scales';
import { formatEnds } from '../../draw/format-ends';
import { maskedColor } from '../../draw/matrix/raster';
import { scaleEnds } from '../../draw/pictures/heatmap-legend';
import { define } from '../base/define';
import type { HeatmapModel } from './heatmap-model';
import { WordedElement } from '../base/worded';

export class AttentionHeatmapLegend extends WordedElement {
  static override styles = css`
    .legend {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.2rem 0.5rem;
      font-size: 0.875rem;
      color: var(--muted);
    }
    .colors {
      inline-size: 7rem;
      block-size: 0.6rem;
      border-radius: 1px;
      print-color-adjust: exact;
      forced-color-adjust: none;
    }
    .masked {
      inline-size: 0.9rem;
      block-size: 0.9rem;
      margin-inline-start: 0.5rem;
      border: 1px solid var(--line);
      print-color-adjust: exact;
      forced-color-adjust: none;
    }
    .range {
      margin-inline-start: auto;
    }
  `;

  @property({ attribute: false }) model: HeatmapModel | undefined;
  @property({ attribute: false }) dark = false;

  protected override render() {
    if (!this.model) return nothing;
    const { coloring, min, max } = this.model;
    const words = this.words.legend;
    const [start, end] = scaleEnds(coloring, max, words.andMore);
    return html`<div class="legend">
      <span>${start}</span>
      <span class="colors" role="img" aria-label=${words.colors}></span>
      <span>${end}</span>
      ${coloring.masks ? html`<span class="masked"></span><span>${this.words.lab.masked}</span>` : nothing}
      <span class="range">${words.range(...formatEnds(min, max))}</span>
    </div>`;
  }

  protected override updated(): void {
    const colors = this.renderRoot.querySelector<HTMLElement>('.colors');
    if (!colors || !this.model) return;
    const { dark } = this;
    const table = colorTable(this.model.coloring.scale, dark);
    const stops = Array.from({ length: 17 }, (_, i) =>
      cssColor(colorAt(table, Math.round((i * 255) / 16))),
    );
    colors.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
    const masked = this.renderRoot.querySelector<HTMLElement>('.masked');
    if (!masked) return;
    const [flat, stroke] = [cssColor(maskedColor(dark)), cssColor(maskedColor(!dark))];
    masked.style.background = `repeating-linear-gradient(135deg, ${flat} 0 3px, ${stroke} 3px 4px)`;
  }
}

define('attention-heatmap-legend', AttentionHeatmapLegend);
