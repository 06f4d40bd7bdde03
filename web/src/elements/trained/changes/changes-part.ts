/**
 * The visitor's changes: chips beside the choices, and their number beside the heading. The code loads with the first
 * change.
 */
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { formatModelState, hasChanges } from '../../../model/trained/model-state';
import type { Words } from '../../../words/words';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import type { ListedChange } from '../../story/editor/attention-changes';
import type { ModelSession } from '../session/model-session';
import { equalLists } from '../../base/equal-lists';

const kNoChanges: readonly ListedChange[] = [];

export class ChangesPart {
  #module: typeof import('./changed-status') | undefined;
  /** The values that `#list` was made from. */
  #of: readonly unknown[] = [];
  #list = kNoChanges;
  #words: Words | undefined;

  constructor(
    private readonly host: ReactiveControllerHost &
      HTMLElement & { readonly renderRoot: ParentNode },
    private readonly session: ModelSession,
  ) {
    host.addEventListener('attention-provenance', (event) =>
      this.#addProvenance(event as ProvenanceEvent),
    );
  }

  /**
   * Adds to a saved file its model, its link or the step of the film, and the changes of the model. No link leads to the
   * film, nor to a file of the visitor's.
   */
  #addProvenance(event: ProvenanceEvent): void {
    const { film, filmShown, models, shownState, task } = this.session;
    const { file } = models;
    addProvenance(event, {
      model: file?.name ?? task,
      ...(film && filmShown
        ? { step: this.#words!.trained.film.running(filmShown.step, film.steps) }
        : file === null && { link: formatModelState(shownState) }),
    });
    if (this.#list.length) this.#module!.addChanges(event, this.#list, this.#words!);
  }

  /** The list of changes. It stays the same object until one of them changes, so that the story is not drawn again. */
  list(words: Words): readonly ListedChange[] {
    const { shownState, current, storyExample } = this.session;
    const changed = hasChanges(shownState);
    if (changed && !this.#module) void this.#load();
    const of = [shownState, current, storyExample, words, this.#module];
    if (!equalLists(of, this.#of)) {
      this.#of = of;
      const list = (changed && this.#module?.listedChanges(this.session, words)) || kNoChanges;
      this.#module?.keepPlace(this.#list, list);
      this.#list = list;
    }
    return this.#list;
  }

  render(words: Words) {
    return html`<attention-changes .changes=${this.list(words)}></attention-changes>`;
  }

  answers(words: Words) {
    return this.list(words).length ? this.#module!.changedAnswers(this.session, words) : nothing;
  }

  status(words: Words) {
    this.#words = words;
    const { length } = this.list(words);
    if (!length) return nothing;
    const chips = this.host.renderRoot.querySelector<HTMLElement>('.model attention-changes');
    return this.#module!.changedStatus(this.session, length, chips, this.host, words);
  }

  async #load(): Promise<void> {
    try {
      const module = await import('./changed-status');
      if (this.#module) return;
      this.#module = module;
      const { adoptedStyleSheets } = this.host.renderRoot as ShadowRoot;
      adoptedStyleSheets.push(module.changedStyles.styleSheet!);
      this.host.requestUpdate();
    } catch {
      // Without a network the next change tries again.
    }
  }
}
