/** The legend of the signed colors, and of the bars below the numbers. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../../draw/format';
import { takeFocus } from '../../input/take-focus';
import { paragraph } from '../../../words/forms/paragraph';
import type { Words } from '../../../words/words';

interface Gradients {
  /** The name of the number whose gradients are shown. */
  readonly numberName: string;
  /** The largest drawn gradient; undefined while none is shown. */
  readonly steepest: number | undefined;
  /** Shows none. */
  readonly hide: (() => void) | undefined;
}

export function signLegend({ story }: Words, { numberName, steepest, hide }: Gradients) {
  const [less, more] = story.scale;
  return html`<span class="legend" tabindex="-1"
      ><span class="ends"
        ><span>${less}</span><span class="ramp" aria-hidden="true"></span><span>${more}</span></span
      ><span>${story.ownScale}</span></span
    >
    ${
      steepest === undefined
        ? nothing
        : html`<p class="gradients" role="status">
            ${
              steepest === 0
                ? story.nothingRaises
                : html`${paragraph([story.raised(numberName), story.raisedMost(formatNumber(steepest))])}
                    <span
                      ><span class="sign lowers" aria-hidden="true"></span> ${story.lowers}</span
                    >
                    <span
                      ><span class="sign raises" aria-hidden="true"></span> ${story.raises}</span
                    >`
            }
          </p>`
    }
    ${
      hide
        ? html`<button
            type="button"
            class="plain-button"
            @click=${({ target }: Event) => {
              takeFocus(target, '.legend');
              hide();
            }}
          >
            ${story.stopRaise}
          </button>`
        : nothing
    }`;
}
