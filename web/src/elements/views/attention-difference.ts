/**
 * `<attention-difference of="one two" field="weights">`: a heatmap of one field of the first lab minus
 * that of the second. The core subtracts.
 */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { dimensionNames } from '../../draw/format';
import { isMatrixName } from '../../settings/playground';
import type { Tensor } from '../../tensors/tensor';
import '../../words/add-lab';
import { messageOf, type TranslatedMessage } from '../../words/refusal';
import type { AttentionLab } from '../lab/attention-lab';
import './attention-heatmap';
import { define } from '../base/define';
import { Latest } from '../base/latest';
import { placedNamesOf, type Field, type LabResult } from '../lab/lab-context';
import { labOf, onNewLab } from '../lab/lab-link';
import { isUntrained } from '../lab/untrained';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';

interface Shown {
  readonly field: Field;
  /** The labs' ids as words. */
  readonly names: readonly [string, string];
  readonly tensor: Tensor;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** Whether either lab's parameters are random. */
  readonly untrained: boolean;
}

export class AttentionDifference extends WordedElement {
  static override styles = css`
    p {
      color: var(--wrong);
      overflow-wrap: anywhere;
    }
  `;

  /** The ids of two labs. */
  @property() of: string | undefined;
  /** Default: weights. */
  @property() field: Field | undefined;
  @state() private result: Shown | null = null;
  @state() private problem: TranslatedMessage | null = null;

  #labs: AttentionLab[] = [];
  readonly #latest = new Latest();
  #stopWatching = () => {};
  readonly #recompute = () => void this.#compute();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = onNewLab(
      () => this.#find()?.some((lab, i) => lab !== this.#labs[i]) && this.#join(),
    );
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => this.isConnected && this.#join(), {
        once: true,
      });
    else this.#join();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching();
    this.#leave();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.hasUpdated && changed.has('of')) this.#join();
    else if (this.hasUpdated && changed.has('field')) this.#recompute();
  }

  protected override render() {
    const { result, problem, words } = this;
    if (problem) return problemLine(problem(words));
    if (!result) return nothing;
    return html`<attention-heatmap
      heading=${words.difference.heading(result.field, ...result.names)}
      .tensor=${result.tensor}
      .untrained=${result.untrained}
      .subtitle=${result.untrained ? words.lab.untrained : undefined}
      .rowLabels=${result.rowLabels}
      .columnLabels=${result.columnLabels}
      @attention-change=${(event: Event) => event.stopPropagation()}
    ></attention-heatmap>`;
  }

  /** Null until both labs exist. */
  #find(): AttentionLab[] | null {
    const ids = (this.of ?? '').split(/\s+/).filter((id) => id !== '');
    const labs = ids.map((id) => labOf(this, id));
    return ids.length === 2 && !labs.includes(null) ? (labs as AttentionLab[]) : null;
  }

  #join(): void {
    this.#leave();
    const labs = this.#find();
    if (!labs) {
      this.problem = ({ difference }) => difference.expected(this.of ?? '');
      return;
    }
    this.#labs = labs;
    for (const lab of this.#labs) {
      lab.addEventListener('attention-result', this.#recompute);
      lab.dispatchEvent(new Event('attention-link'));
    }
    this.#recompute();
  }

  #leave(): void {
    for (const lab of this.#labs) lab.removeEventListener('attention-result', this.#recompute);
    this.#labs = [];
    this.#latest.begin();
  }

  async #compute(): Promise<void> {
    const [first, second] = this.#labs;
    if (!first || !second) return;
    const isLatest = this.#latest.begin();
    const field = this.field ?? 'weights';
    if (field === 'masked_scores') {
      this.problem = ({ difference }) => difference.masked;
      return;
    }
    try {
      const tensor = await first.difference(second, field);
      if (!isLatest()) return;
      const names = [asWords(first.id), asWords(second.id)] as const;
      this.result = tensor && labeled(tensor, field, names, [first.result!, second.result!]);
      this.problem = null;
    } catch (error) {
      if (isLatest()) this.problem = messageOf(error as Error);
    }
  }
}

/** Such as "causal mask" for `causal-mask`. */
const asWords = (id: string) => id.replaceAll('-', ' ');

function labeled(
  tensor: Tensor,
  field: Field,
  names: Shown['names'],
  results: [LabResult, LabResult],
): Shown {
  const { tokens, keys } = placedNamesOf(undefined, results[0]);
  return {
    field,
    names,
    tensor,
    rowLabels: field === 'k' || field === 'v' ? keys : tokens,
    columnLabels: isMatrixName(field) ? keys : dimensionNames(tensor.shape.at(-1)!),
    untrained: results.some(isUntrained),
  };
}

define('attention-difference', AttentionDifference);
