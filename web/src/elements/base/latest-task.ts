/** Work for what was asked for last, one at a time: what was asked for and replaced meanwhile is skipped. */
export class LatestTask {
  #asked = 0;
  #done = 0;
  #running: Promise<void> | null = null;

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
    this.#running ??= this.#work();
    await this.#running;
  }

  async #work(): Promise<void> {
    // Whoever asks while this task is being started asks for the same.
    await Promise.resolve();
    while (this.#done !== this.#asked && this.isReady()) {
      this.#done = this.#asked;
      await this.task();
    }
    this.#running = null;
  }
}
