/**
 * A view that measures what its properties say, while it is near the viewport. The last result stays until there is
 * another one, also while the properties cannot be measured.
 */
import type { PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { HeadPlace } from '../../../model/heads/head-place';
import type { TextModel } from '../../../model/language/text-model';
import { LatestTask } from '../../base/latest-task';
import { PaintedView } from '../../base/painted-view';

export abstract class MeasuredView<Result> extends PaintedView {
  @property({ attribute: false }) model: TextModel | undefined;
  /** Heads that are switched off. */
  @property({ attribute: false }) off: readonly HeadPlace[] = [];
  @state() protected result: Result | null = null;
  @state() protected problem: Error | null = null;
  readonly #measuring = new LatestTask(
    () => this.model !== undefined && this.isConnected && this.isNear,
    () => this.#measure(this.model!),
  );

  /** The properties that are measured, besides the model and the heads that are off. */
  protected abstract readonly measured: readonly string[];
  /** The result for the properties; null if they cannot be measured, and other parts of the view say why. */
  protected abstract measure(model: TextModel): Promise<Result> | null;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#measuring.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.result = null;
  }

  protected override cameNear(): void {
    void this.#measuring.run();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['model', 'off', ...this.measured].some((name) => changed.has(name)))
      void this.#measuring.ask();
  }

  async #measure(model: TextModel): Promise<void> {
    try {
      const result = await this.measure(model);
      if (result && this.model === model && this.isConnected)
        [this.result, this.problem] = [result, null];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}
