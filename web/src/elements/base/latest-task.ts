/** Runs a task for the latest request, one run at a time; a request that is replaced while it waits is skipped. */
export class LatestTask {
  #requested = 0;
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
    this.#requested++;
    await this.run();
  }

  async run(): Promise<void> {
    this.#running ??= this.#work();
    await this.#running;
  }

  async #work(): Promise<void> {
    // Requests that come while the task is being started count as this one.
    await Promise.resolve();
    while (this.#done !== this.#requested && this.isReady()) {
      this.#done = this.#requested;
      await this.task();
    }
    this.#running = null;
  }
}
