/** Digits in the lab: images with weights over their patches, and one's own drawing. Loads when it is first chosen. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { kOwn } from '../../model/model-state';
import type { ForcedWeights } from '../../training/interventions';
import { taskRow } from '../../training/tasks';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';
import type { ShownHead } from '../training/arc-heads';
import type { ModelSession } from './model-session';

type Rows = typeof import('../training/digit-rows');

export class DigitPart implements ReactiveController {
  #rows: Rows | undefined;
  #isLoading = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  get isShown(): boolean {
    return taskRow(this.session.task).images !== undefined;
  }

  row(example: number, heads: readonly ShownHead[], words: Words, look = '') {
    const { session } = this;
    const rows = this.#loaded();
    if (!rows) return nothing;
    const row = {
      ...{ heads, inspection: session.inspection(example), chosen: session.chosen(example) },
      ...{ isOwn: example === kOwn, trained: session.isTrained },
      before: session.before(example),
      image: session.shown?.examples[example]?.read.image,
      forced: session.shownState.changes.row.filter((one) => one.example === example),
      choose: (place: number) => session.chooseWord(example, place),
      force: (forced: Omit<ForcedWeights, 'key'>, key: number | undefined) =>
        session.force(example, forced, key),
    };
    return rows.digitRow(row, words, look);
  }

  own(heads: readonly ShownHead[], words: Words) {
    const { session } = this;
    const rows = this.#loaded();
    if (!rows) return nothing;
    const { ownProblem: problem } = session;
    return html`${rows.digitDrawing(
      session.state.drawing,
      (drawing) => session.change({ drawing }),
      () => this.row(kOwn, heads, words),
      words,
      words.trained.own.drawing,
    )}${problem ? html`<p class="problem" role="alert">${messageOf(problem)(words)}</p>` : nothing}`;
  }

  #loaded(): Rows | undefined {
    if (!this.#rows && !this.#isLoading) void this.#load();
    return this.#rows;
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      this.#rows = await import('../training/digit-rows');
      this.host.requestUpdate();
    } catch {
      // Without a network it is tried again with the next change.
      this.#isLoading = false;
    }
  }
}
