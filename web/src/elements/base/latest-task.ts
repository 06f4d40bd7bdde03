/** Runs a task for the latest request, one run at a time; a request that is replaced while it waits is skipped. */
export class LatestTask {
  #asked = 0;
  #done = 0;
  #running: Promise<void> | null = null;

  /**
   *   isReady  whether the task may start now; otherwise the next `run` tries again
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
