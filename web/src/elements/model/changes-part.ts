/** The chips of what is changed, beside the choices: loads what names them with the first change. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { hasChanges } from '../../model/model-state';
import type { Words } from '../../words/words';
import type { ListedChange } from '../story/attention-changes';
import type { ModelSession } from './model-session';

export class ChangesPart implements ReactiveController {
  #module: typeof import('./listed-changes') | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  list(words: Words): readonly ListedChange[] {
    if (!hasChanges(this.session.shownState)) return [];
    if (!this.#module) void this.#load();
    return this.#module?.listedChanges(this.session, words) ?? [];
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
