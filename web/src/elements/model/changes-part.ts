/** The chips of the changes, beside the choices. The code that names them loads with the first change. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { hasChanges } from '../../model/model-state';
import type { Words } from '../../words/words';
import type { ListedChange } from '../story/attention-changes';
import type { ModelSession } from './model-session';

const kNone: readonly ListedChange[] = [];

export class ChangesPart implements ReactiveController {
  #module: typeof import('./listed-changes') | undefined;
  /** What `#list` was made of. */
  #of: readonly unknown[] = [];
  #list = kNone;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** The same list as before while nothing that it names is another: then the story is not drawn again. */
  list(words: Words): readonly ListedChange[] {
    const { shownState, current, storyExample } = this.session;
    if (!hasChanges(shownState)) return kNone;
    if (!this.#module) void this.#load();
    const of = [shownState, current, storyExample, words, this.#module];
    if (of.some((one, i) => one !== this.#of[i])) {
      this.#of = of;
      this.#list = this.#module?.listedChanges(this.session, words) ?? kNone;
    }
    return this.#list;
  }

  render(words: Words) {
    return html`<attention-changes .changes=${this.list(words)}></attention-changes>`;
  }

  async #load(): Promise<void> {
    try {
      this.#module = await import('./listed-changes');
      this.host.requestUpdate();
    } catch {
      // Without a network it is tried again with the next change.
    }
  }
}
