/** Measures the heads of the open model. For another model it starts again. */
import type { ReactiveControllerHost } from 'lit';
import type { FoundHeads } from '../../model/found-heads';
import type { TextModel } from '../../model/text-model';

/** Sentences on which the heads are measured. */
const kSentences = 640;

export class HeadFinding {
  found: FoundHeads | undefined;
  progress: readonly [done: number, all: number] = [0, kSentences];
  problem: Error | null = null;
  #abort = new AbortController();

  constructor(private readonly host: ReactiveControllerHost) {}

  stop(): void {
    this.#abort.abort();
    [this.found, this.problem, this.progress] = [undefined, null, [0, kSentences]];
  }

  async find(model: TextModel): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    try {
      const found = await model.findHeads({
        sentences: kSentences,
        signal,
        onProgress: (...progress) => {
          this.progress = progress;
          this.host.requestUpdate();
        },
      });
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
    this.host.requestUpdate();
  }
}
