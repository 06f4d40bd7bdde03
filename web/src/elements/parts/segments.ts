/** A segmented control made of radio buttons. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';

interface Segments<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly name: string; readonly hint?: string }[];
  readonly selected: T;
  readonly choose: (value: T) => void;
}

/**
 * The name of a radio button's group, while the button is in the page: Chromium never frees a named radio button that
 * was removed with its shadow root.
 */
class InGroup extends AsyncDirective {
  #radio: HTMLInputElement | undefined;
  #name = '';

  render(_name: string): void {}

  override update({ element }: ElementPart, [name]: [string]): void {
    this.#radio = element as HTMLInputElement;
    this.#radio.name = this.#name = name;
  }

  protected override disconnected(): void {
    if (this.#radio) this.#radio.name = '';
  }

  protected override reconnected(): void {
    if (this.#radio) this.#radio.name = this.#name;
  }
}
const inGroup = directive(InGroup);

function render<T extends string>({
  label,
  choices,
  selected,
  choose,
}: Segments<T>): TemplateResult {
  return html`<fieldset class="segments">
    <legend class="unseen">${label}</legend>
    ${choices.map(
      ({ value, name, hint }) =>
        html`<label title=${hint ?? nothing}
          ><input
            type="radio"
            ${inGroup(`segments-${label}`)}
            .checked=${live(value === selected)}
            @change=${() => choose(value)}
          /><span>${name}</span></label
        >`,
    )}
  </fieldset>`;
}

const styles = css`
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0 1.1rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .segments label {
    position: relative;
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    opacity: 0;
    margin: 0;
    cursor: inherit;
  }
  .segments span {
    display: block;
    padding-block: 0.3rem 0.2rem;
    border-block-end: 2px solid transparent;
    font-size: 0.875rem;
    color: var(--muted);
    white-space: nowrap;
  }
  .segments label:hover span {
    border-block-end-color: var(--line);
  }
  .segments input:checked + span {
    border-block-end-color: var(--ink);
    color: var(--ink);
  }
  @media (forced-colors: active) {
    .segments input:checked + span {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  .segments input:focus-visible + span {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
`;

export const segments = { render, styles };
