/** Work for what was asked for last, one at a time: what was asked for and replaced meanwhile is skipped. */
export class LatestTask {
  #asked = 0;
  #done = 0;
  #isRunning = false;

  /**
   *   isReady  whether to work now; otherwise the next `run` does
   *   task     does not throw
   */
  constructor(
    private readonly isReady: () => boolean,
    private readonly task: () => Promise<void>,
  ) {}

  /** Resolves when nothing is left to do, or when it has to wait. */
  async ask(): Promise<void> {
    this.#asked++;
    await this.run();
  }

  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#done !== this.#asked && this.isReady()) {
      this.#done = this.#asked;
      await this.task();
    }
    this.#isRunning = false;
  }
}
