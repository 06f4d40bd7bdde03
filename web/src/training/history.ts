/** The reports of a run so far, by step. A recipe always gives the same reports, so seeking back removes nothing. */
import type { Evaluation, StepReport } from '../../../wasm/engine';

export class History {
  /** Reports in the order of their steps, which count from 1. */
  readonly reports: StepReport[] = [];
  readonly #evaluations = new Map<number, Evaluation>();
  /** The steps of the evaluations, in order. */
  #steps: number[] = [];

  /** `first`: the step that the run begins at. */
  constructor(readonly first = 0) {}

  add(reports: readonly StepReport[]): void {
    for (const report of reports) if (report.step > this.last) this.reports.push(report);
  }

  /** The last step with a report. */
  get last(): number {
    return this.reports.at(-1)?.step ?? this.first;
  }

  evaluate(step: number, evaluation: Evaluation): void {
    if (!this.#evaluations.has(step)) {
      this.#steps.push(step);
      this.#steps.sort((a, b) => a - b);
    }
    this.#evaluations.set(step, evaluation);
  }

  evaluationAt(step: number): Evaluation | undefined {
    return this.#evaluations.get(step);
  }

  /** Evaluations in the order of their steps. */
  get evaluations(): readonly (readonly [step: number, evaluation: Evaluation])[] {
    return this.#steps.map((step) => [step, this.#evaluations.get(step)!] as const);
  }
}
