/**
 * The list's entries for models of other pages and for the visitor's own files. The chosen one is offered below the
 * list, which continues to name the shown model.
 */
import { nothing, type ReactiveControllerHost } from 'lit';
import { otherModels, type OtherModel } from '../../../model/trained/other-models';
import type { Words } from '../../../words/words';
import type { ModelSession } from '../session/model-session';

interface Host extends ReactiveControllerHost {
  /** The address of the lab with its other pages. */
  readonly lab: string;
}

export class OtherModels {
  selected: OtherModel | null = null;
  /** Why the last file could not be opened. */
  problem: Error | null = null;
  /** The file that is being opened. */
  opening: File | null = null;
  #offer: typeof import('./other-model-offer') | undefined;

  constructor(
    readonly host: Host,
    readonly session: ModelSession,
  ) {}

  /** Pairs of value and text. Models of other pages are listed only if the lab's address is known. */
  options(words: Words): (readonly [OtherModel, string])[] {
    const { others } = words.trained.line;
    const { file } = this.session.models;
    return otherModels
      .filter((name) => name === 'file' || this.host.lab)
      .map((name) => [name, name === 'file' && file ? file.name : others[name]]);
  }

  /** null: one of the site's models. */
  choose(name: OtherModel | null): void {
    this.selected = name;
    this.problem = null;
    this.host.requestUpdate();
  }

  /** The offer of the chosen entry, and messages about a shown file. */
  render() {
    const shownModel = this.session.models.file && 'file';
    const kinds = new Set<OtherModel | null>([this.selected ?? shownModel, shownModel]);
    return [...kinds].map((kind) => (kind && this.#loaded()?.offer(this, kind)) ?? nothing);
  }

  /**
   * For a sentence with a word that the small model does not know: a link that opens it in MiniLM, which knows all
   * words.
   */
  forUnknownWord(text: string) {
    const { lab } = this.host;
    return (lab && this.#loaded()?.offerForUnknownWord(lab, text)) || nothing;
  }

  #loaded() {
    // Without a network, the next choice tries again.
    if (!this.#offer)
      void import('./other-model-offer')
        .then((offer) => {
          this.#offer ??= offer;
          this.host.requestUpdate();
        })
        .catch(() => {});
    return this.#offer;
  }
}
