/** What is under the pointer in any view of a lab, with the details of its row; and the symbol that is highlighted. */
import { ContextProvider } from '@lit/context';
import type { ReactiveElement } from 'lit';
import {
  pointerContext,
  type Field,
  type LabResult,
  type LabRow,
  type Pointed,
  type PointedCell,
  type PointerValue,
} from './lab-context';

interface Source {
  readonly result: () => LabResult | null;
  /** The details of another row of the result; undefined while a new result is computed. */
  readonly row: (query: number) => Promise<LabRow | undefined> | undefined;
  /** Whether details that arrive now are too late. */
  readonly isOver: () => boolean;
  readonly failed: (error: unknown) => void;
  readonly announce: (pointed: Pointed | null) => void;
}

export class LabPointer {
  #cell: PointedCell | null = null;
  #pointed: Pointed | null = null;
  /** The result that `#pointed` is about. */
  #pointedOf: LabResult | null = null;
  #lit: Field | null = null;
  readonly #value: ContextProvider<typeof pointerContext>;

  constructor(
    lab: ReactiveElement,
    private readonly source: Source,
  ) {
    const initialValue: PointerValue = { pointed: null, lit: null };
    this.#value = new ContextProvider(lab, { context: pointerContext, initialValue });
  }

  light(field: Field | null): void {
    this.#lit = field;
    this.#publish();
  }

  /** The number under the pointer has changed. */
  pointAgain(): void {
    if (this.#cell) void this.point(this.#cell);
  }

  async point(cell: PointedCell | null): Promise<void> {
    this.#cell = cell;
    const result = this.source.result();
    const query = cell?.query ?? result?.state.word ?? 0;
    const [rows, columns] = [result?.tokens.length ?? 0, result?.keys.length ?? 0];
    if (!cell || !result || query >= rows || cell.key >= columns) {
      this.#pointed = null;
      return this.#publish();
    }
    const isSelectedQuery = query === result.state.word;
    const known = this.#pointed?.query === query && this.#pointedOf === result;
    const detail = isSelectedQuery ? result.detail : known ? this.#pointed!.detail : null;
    const pointed = { ...cell, query, detail };
    this.#pointed = pointed;
    this.#pointedOf = result;
    this.#publish();
    if (detail) return;
    const isOver = () =>
      this.#pointed !== pointed || this.source.result() !== result || this.source.isOver();
    try {
      const row = await this.source.row(query);
      if (isOver() || !row) return;
      this.#pointed = { ...pointed, detail: row };
      this.#publish();
    } catch (error) {
      if (!isOver()) this.source.failed(error);
    }
  }

  #publish(): void {
    const lit = this.#lit ?? this.#pointed?.field ?? null;
    this.#value.setValue({ pointed: this.#pointed, lit });
    this.source.announce(this.#pointed);
  }
}
