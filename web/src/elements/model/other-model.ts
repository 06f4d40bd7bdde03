/** The models of the list that another page shows, and files of one's own: what is chosen of them, below the list. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { carriedSentence } from '../../training/carried';
import type { Words } from '../../words/words';
import type { ModelSession } from './model-session';

export const otherModels = ['minilm', 'file', 'untrained'] as const;
export type OtherModel = (typeof otherModels)[number];

interface Host extends ReactiveControllerHost {
  /** The address of the lab with its other pages. */
  readonly lab: string;
}

export class OtherModels implements ReactiveController {
  chosen: OtherModel | null = null;
  #problem: Error | null = null;
  #isOpening = false;

  constructor(
    private readonly host: Host,
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** By the values of the list; other pages only where it is known where they are. */
  options(words: Words): (readonly [OtherModel, string])[] {
    const { others } = words.trained.line;
    const { file } = this.session.models;
    return otherModels
      .filter((name) => name === 'file' || this.host.lab)
      .map((name) => [name, name === 'file' && file ? file.name : others[name]]);
  }

  /** null: one of the site's models. */
  choose(name: OtherModel | null): void {
    this.chosen = name;
    this.#problem = null;
    this.host.requestUpdate();
  }

  render() {
    const { session, host } = this;
    const kind = this.chosen ?? (session.models.file ? 'file' : null);
    if (kind === null) return nothing;
    load();
    const { shown, draft } = session;
    // MiniLM also knows the words of a sentence that this model cannot read.
    const state = { ...session.state, text: draft.text ?? session.state.text };
    return html`<attention-other-model
      .kind=${kind}
      .lab=${host.lab}
      .sentence=${carriedSentence(state, state.example)}
      .mask=${state.mask}
      .file=${shown && session.models.file ? { name: session.models.file.name, ...shown.loaded } : null}
      .problem=${this.#problem}
      .opening=${this.#isOpening}
      @attention-own-file=${({ detail }: CustomEvent<File>) => void this.#open(detail)}
      @attention-own-file-close=${() => session.choose(session.task)}
    ></attention-other-model>`;
  }

  /** Leads a sentence with a word that the small model does not know to MiniLM, which knows all words. */
  forUnknownWord(text: string) {
    const { lab } = this.host;
    if (!lab) return nothing;
    load();
    return html`<attention-other-model
      unknown
      .lab=${lab}
      .sentence=${{ text }}
    ></attention-other-model>`;
  }

  async #open(file: File): Promise<void> {
    this.#problem = null;
    this.#isOpening = true;
    this.host.requestUpdate();
    try {
      await this.session.open(file);
      this.chosen = null;
    } catch (problem) {
      this.#problem = problem as Error;
    }
    this.#isOpening = false;
    this.host.requestUpdate();
  }
}

/** Without a network, the next choice tries again. */
function load(): void {
  import('./attention-other-model').catch(() => {});
}
