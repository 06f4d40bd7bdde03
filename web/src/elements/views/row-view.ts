/** Base class of views of one query row: the lab's selected query, or a row passed as properties. */
import { property } from 'lit/decorators.js';
import { placedNamesOf, type LabResult, type LabRow } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';

export abstract class RowView extends LabView {
  /** Used without a lab: the tokens, the selected query and its row. */
  @property({ attribute: false }) tokens: readonly string[] | undefined;
  /** The tokens of the keys, if they are not those of the queries. */
  @property({ attribute: false }) keys: readonly string[] | undefined;
  @property({ attribute: false }) detail: LabRow | undefined;
  @property({ type: Number }) query: number | undefined;

  protected get row() {
    const { result } = this;
    const { tokens, keys } = this.keys
      ? {
          tokens: placedNamesOf(this.tokens, null).tokens,
          keys: placedNamesOf(this.keys, null).keys,
        }
      : placedNamesOf(this.tokens, result);
    const detail = this.detail ?? (result ? this.detailIn(result) : undefined);
    return { tokens, keys, detail, query: this.query ?? result?.state.word ?? 0 };
  }

  protected detailIn(result: LabResult): LabRow {
    return result.detail;
  }
}
