/** Loads the views of digits when their model is first chosen. */
import { nothing, type ReactiveControllerHost } from 'lit';
import { taskRow } from '../../model/examples/tasks';
import type { Words } from '../../words/words';
import type { ShownHead } from '../example/arc-heads';
import type { ModelSession } from './session/model-session';

type Examples = typeof import('./digit-examples');

export class DigitPart {
  #examples: Examples | undefined;
  #isLoading = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: ModelSession,
  ) {}

  get isShown(): boolean {
    return taskRow(this.session.task).images !== undefined;
  }

  row(example: number, heads: readonly ShownHead[], words: Words, classes: string) {
    return this.#loaded()?.digitExample(this.session, example, heads, words, classes) ?? nothing;
  }

  own(heads: readonly ShownHead[], words: Words) {
    return this.#loaded()?.ownDigit(this.session, heads, words) ?? nothing;
  }

  #loaded(): Examples | undefined {
    if (!this.#examples && !this.#isLoading) void this.#load();
    return this.#examples;
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      this.#examples = await import('./digit-examples');
      this.host.requestUpdate();
    } catch {
      // Without a network the next change tries again.
      this.#isLoading = false;
    }
  }
}
