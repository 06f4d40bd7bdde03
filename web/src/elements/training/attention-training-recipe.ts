/** `<attention-training-recipe>`: all settings of a recipe as a form. */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { TrainerRecipe } from '../../engine/client';
import {
  recipeGroups,
  recipeRow,
  usedSettings,
  type RecipeChange,
  type RecipeGroup,
  type RecipeSetting,
} from '../../training/recipe-settings';
import { parseRecipe, recipeText } from '../../training/recipe-text';
import '../../words/add-training';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';

/** @fires {CustomEvent<RecipeChange>} attention-recipe - all settings that differ from the task's recipe */
export class AttentionTrainingRecipe extends WordedElement {
  static override styles = css`
    .groups {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
      gap: 1.5rem 3rem;
    }
    fieldset {
      min-inline-size: 0;
      margin: 0;
      padding: 0;
      border: 0;
    }
    legend {
      padding: 0;
      font: 400 1.125rem/1.5 var(--serif);
    }
    label {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 7rem;
      gap: 0.75rem;
      align-items: baseline;
      padding-block: 0.15rem;
      font-size: 0.875rem;
      color: var(--muted);
    }
    input,
    select {
      inline-size: 100%;
      padding: 0.1rem 0;
      border-width: 0 0 1px;
      border-radius: 0;
      color: var(--ink);
    }
    .changed input,
    .changed select {
      border-color: var(--ink);
      font-weight: 600;
    }
    p {
      margin: 0.25rem 0 0.75rem;
      font-size: 0.875rem;
      color: var(--muted);
    }
    .problem {
      margin: 0;
      color: var(--wrong);
    }
    button {
      padding: 0;
      border: 0;
      background: none;
      text-decoration: underline;
      text-underline-offset: 0.3em;
    }
    @media (pointer: coarse) {
      input,
      select,
      button {
        min-block-size: 2.75rem;
      }
    }
  `;

  /** Every key. */
  @property({ attribute: false }) recipe: TrainerRecipe | null = null;
  @property({ attribute: false }) change: RecipeChange = {};
  /** The settings of the task's data. */
  @property({ attribute: false }) options: readonly RecipeSetting[] | undefined;
  /** What was typed and cannot be used. */
  @state() private problem: { name: RecipeSetting; error: Error; text: string } | null = null;

  protected override render() {
    const { recipe } = this;
    if (!recipe) return nothing;
    const words = this.words.training.recipe;
    return html`<p>${words.hint} ${words.layered}</p>
      <div class="groups">${recipeGroups.map((group) => this.#group(recipe, group))}</div>
      ${
        Object.keys(this.change).length > 0
          ? html`<p>
              <button type="button" @click=${() => this.#report({})}>${words.reset}</button>
            </p>`
          : nothing
      }`;
  }

  #group(recipe: TrainerRecipe, group: RecipeGroup) {
    return html`<fieldset>
      <legend>${this.words.training.recipe.groups[group]}</legend>
      ${usedSettings(recipe, group, this.options).map((name) => this.#field(recipe, name))}
    </fieldset>`;
  }

  #field(recipe: TrainerRecipe, name: RecipeSetting) {
    const words = this.words.training.recipe;
    const row = recipeRow(name);
    const value = this.change[name] ?? recipe[name];
    const text = value === undefined ? '' : recipeText(value);
    const problem = this.problem?.name === name ? this.problem : null;
    const changed = (event: Event) =>
      this.#type(name, (event.target as HTMLInputElement | HTMLSelectElement).value);
    const choices = row.kind === 'word' ? row.words : ['true', 'false'];
    const field =
      row.kind === 'word' || row.kind === 'flag'
        ? html`<select @change=${changed}>
            ${choices.map(
              (choice) =>
                html`<option value=${choice} .selected=${live(choice === text)}>
                  ${row.kind === 'flag' ? words.flags[choice as 'true' | 'false'] : choice}
                </option>`,
            )}
          </select>`
        : html`<input
            maxlength="40"
            autocomplete="off"
            inputmode=${row.kind === 'layers' ? 'text' : 'decimal'}
            aria-invalid=${problem ? 'true' : 'false'}
            aria-describedby=${problem ? 'problem' : nothing}
            .value=${live(problem?.text ?? text)}
            @change=${changed}
          />`;
    return html`<label class=${this.change[name] === undefined ? '' : 'changed'}
        ><span>${words.labels[name]}</span>${field}</label
      >${
        problem
          ? html`<p id="problem" class="problem" role="alert">
              ${messageOf(problem.error)(this.words)}
            </p>`
          : nothing
      }`;
  }

  #type(name: RecipeSetting, text: string): void {
    try {
      const value = parseRecipe(name, text);
      this.problem = null;
      this.#report({ ...this.change, [name]: value });
    } catch (error) {
      this.problem = { name, error: error as Error, text };
    }
  }

  #report(detail: RecipeChange): void {
    this.problem = null;
    this.dispatchEvent(new CustomEvent('attention-recipe', { detail, bubbles: true }));
  }
}

define('attention-training-recipe', AttentionTrainingRecipe);
