/** `<attention-training-recipe>`: all settings of a recipe as a form. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { withMark } from '../../draw/format';
import type { TrainerRecipe } from '../../engine/client/engine';
import {
  recipeGroups,
  recipeRow,
  shortRecipeText,
  usedSettings,
  type RecipeChange,
  type RecipeGroup,
  type RecipeSetting,
} from '../../settings/recipe';
import '../../words/add-recipe';
import { paragraph } from '../../words/forms/paragraph';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';

const send = sender<{ 'attention-recipe': RecipeChange }>({ bubbles: true });

/** @fires {CustomEvent<RecipeChange>} attention-recipe - all settings that differ from the task's recipe */
export class AttentionTrainingRecipe extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      .groups {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
        grid-template-rows: auto 1fr;
        gap: 1.5rem 3rem;
      }
      fieldset {
        min-inline-size: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      /* The longest group; the fourth group is below the first. */
      .model {
        grid-row: span 2;
      }
      legend {
        padding: 0;
        font: 400 1.125rem/1.5 var(--serif);
      }
      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 7rem;
        column-gap: 0.75rem;
        align-items: baseline;
        padding-block: 0.25rem;
        font-size: 0.875rem;
      }
      small {
        grid-column: 1;
        font-size: 0.875rem;
        color: var(--muted);
      }
      .field .problem {
        grid-column: 1 / -1;
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
      @media (pointer: coarse) {
        input,
        select,
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  /** Every key. */
  @property({ attribute: false }) recipe: TrainerRecipe | null = null;
  @property({ attribute: false }) change: RecipeChange = {};
  /** The settings of the task's data. */
  @property({ attribute: false }) options: readonly RecipeSetting[] | undefined;
  /** Why the core refused the recipe. */
  @property({ attribute: false }) refused: Error | null = null;
  /** The setting whose typed text is invalid. */
  @state() private problem: { name: RecipeSetting; error: Error; text: string } | null = null;
  /** The last recipe that was accepted: the form stays while another is refused. */
  #accepted: TrainerRecipe | null = null;
  /** The setting that was changed last. */
  #last: RecipeSetting | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const task = this.#accepted?.task;
    this.#accepted = this.recipe ?? this.#accepted;
    if (this.#accepted?.task !== task) this.problem = null;
    if (changed.has('change') && this.#last && this.change[this.#last] === undefined)
      this.#last = null;
  }

  protected override render() {
    const recipe = this.#accepted;
    if (!recipe) return nothing;
    const words = this.words.recipe;
    return html`<p>${paragraph([words.hint, words.layered])}</p>
      <div class="groups" tabindex="-1">
        ${recipeGroups.map((group) => this.#group(recipe, group))}
      </div>
      ${
        Object.keys(this.change).length > 0
          ? html`<p>
              <button type="button" @click=${() => this.#reset()}>${words.reset}</button>
            </p>`
          : nothing
      }`;
  }

  /** The fields take the focus of the button, which disappears. */
  #reset(): void {
    this.renderRoot.querySelector<HTMLElement>('.groups')!.focus({ preventScroll: true });
    this.#report({});
  }

  #group(recipe: TrainerRecipe, group: RecipeGroup) {
    return html`<fieldset class=${group}>
      <legend>${this.words.recipe.groups[group]}</legend>
      ${usedSettings(recipe, group, this.options).map((name) => this.#field(recipe, name))}
    </fieldset>`;
  }

  #field(recipe: TrainerRecipe, name: RecipeSetting) {
    const words = this.words.recipe;
    const row = recipeRow(name);
    const text = this.#text(recipe, name);
    const typed = this.problem?.name === name ? this.problem : null;
    const problem = typed?.error ?? (this.#last === name ? this.refused : null);
    const changed = (event: Event) =>
      this.#type(recipe, name, (event.target as HTMLInputElement | HTMLSelectElement).value);
    const hint =
      'min' in row
        ? (row.kind === 'layers' ? words.limitsOfEach : words.limits)(row.min, row.max)
        : words.hints[name];
    const described = [problem && `${name}-problem`, hint && `${name}-hint`]
      .filter(Boolean)
      .join(' ');
    const field =
      row.kind === 'word' || row.kind === 'flag'
        ? this.#choice(name, row.words, text, described, changed)
        : html`<input
            id=${name}
            maxlength="40"
            autocomplete="off"
            placeholder=${words.absent}
            inputmode=${row.kind === 'layers' ? 'text' : 'decimal'}
            aria-invalid=${problem !== null}
            aria-describedby=${described}
            .value=${live(typed?.text ?? (row.kind === 'layers' ? text : withMark(text)))}
            @change=${changed}
          />`;
    return html`<div class="field ${this.change[name] === undefined ? '' : 'changed'}">
      <label for=${name} class="muted">${words.labels[name]}</label>${field}
      ${hint ? html`<small id="${name}-hint">${hint}</small>` : nothing}
      ${
        problem
          ? html`<p id="${name}-problem" class="problem" role=${typed ? 'alert' : nothing}>
              ${messageOf(problem)(this.words)}
            </p>`
          : nothing
      }
    </div>`;
  }

  #choice(
    name: RecipeSetting,
    choices: readonly string[],
    selected: string,
    described: string,
    changed: (event: Event) => void,
  ) {
    const words = this.words.recipe;
    const names: Record<string, string> = { ...words.choices, ...words.flags };
    return html`<select id=${name} aria-describedby=${described || nothing} @change=${changed}>
      ${choices.map(
        (choice) =>
          html`<option value=${choice} .selected=${live(choice === selected)}>
            ${names[choice]}
          </option>`,
      )}
    </select>`;
  }

  #text(recipe: TrainerRecipe, name: RecipeSetting): string {
    const value = this.change[name] ?? recipe[name];
    return value === undefined ? '' : shortRecipeText(value);
  }

  #type(recipe: TrainerRecipe, name: RecipeSetting, typed: string): void {
    // German numbers have a decimal comma. In lists a comma separates the numbers.
    const text = recipeRow(name).kind === 'layers' ? typed : typed.replace(',', '.');
    // The shown text may be a rounded value: if it was not edited, the value stays.
    if (text.trim() === this.#text(recipe, name)) return void (this.problem = null);
    // An emptied field is as recommended.
    if (text.trim() === '') {
      const { [name]: _, ...others } = this.change;
      return this.#report(others);
    }
    try {
      const value = recipeRow(name).parse('', text);
      this.#last = name;
      this.#report({ ...this.change, [name]: value });
    } catch (error) {
      this.problem = { name, error: error as Error, text: typed };
    }
  }

  #report(change: RecipeChange): void {
    this.problem = null;
    send(this, 'attention-recipe', change);
  }
}

define('attention-training-recipe', AttentionTrainingRecipe);
