/**
 * A trainer whose numbers reveal its step: loss 1 / step, accuracy step / steps, w_q step. It can be lost, like one whose
 * worker ends.
 */
import type { Tensor, TrainerRecipe } from '../../../wasm/engine';
import type { RunTrainer } from '../../../web/src/model/trained/trainer';

export class FakeTrainer implements RunTrainer {
  readonly config = { architecture: 'decoder_only', d_model: 1 } as const;
  readonly vocabulary = ['a'];
  readonly answers = ['a'];
  readonly answers_per_place = 1;
  step_count: number;
  isGone = false;
  isDisposed = false;
  /** The requests that it received, in order. */
  readonly calls: string[] = [];
  /** Called before each request is answered. */
  before: (call: string) => void = () => {};

  constructor(
    readonly recipe: TrainerRecipe,
    readonly first_step = 0,
  ) {
    this.step_count = first_step;
  }

  async step(count: number) {
    await this.#call(`step ${count}`);
    return Array.from({ length: count }, () => {
      const step = ++this.step_count;
      const [penalty, gradient_norm, learning_rate] = [0, 1, 0.1];
      return { step, loss: 1 / step, penalty, gradient_norm, learning_rate, accuracy: 0 };
    });
  }

  async seek(step: number) {
    await this.#call(`seek ${step}`);
    this.step_count = step;
  }

  async evaluate(count: number) {
    await this.#call(`evaluate ${count}`);
    const accuracy = this.step_count / this.recipe.steps!;
    return { loss: 0, accuracy, exact: 0, categories: {}, heads: [] };
  }

  async inspect(example: unknown) {
    await this.#call(`inspect ${String(example)}`);
    if (example === 'zebra') throw new Error('unknown word: zebra');
    const tokens = [String(example), `${this.step_count}`];
    return { tokens, target_tokens: [], labels: [], relations: [], answers: [], weights: {} };
  }

  async snapshot() {
    await this.#call('snapshot');
    const step = this.step_count;
    const numberOf = (value: number): Tensor => ({
      data: Float32Array.of(value),
      shape: [1],
      axes: ['output'],
    });
    const tensors = { w_q: numberOf(step), 'first_moment.w_q': numberOf(0), progress: numberOf(0) };
    return { step, tensors };
  }

  async batches() {
    return {};
  }

  async parameters() {
    return {};
  }

  dispose() {
    this.isDisposed = true;
  }

  async #call(call: string) {
    this.calls.push(call);
    await Promise.resolve();
    this.before(call);
    if (this.isGone) throw new Error('the worker has ended');
  }
}
