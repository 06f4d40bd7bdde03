/** Runs a task once for the latest request, one run at a time; requests that were replaced meanwhile are skipped. */
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
    // Requests that come while the task is being started count as this one.
    await Promise.resolve();
    while (this.#done !== this.#asked && this.isReady()) {
      this.#done = this.#asked;
      await this.task();
    }
    this.#running = null;
  }
}
