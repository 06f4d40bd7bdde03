/**
 * `<attention-difference of="one two" field="weights">`: a heatmap of one field of the first lab minus
 * that of the second. The core subtracts.
 */
import { css, html, nothing } from 'lit';
import { dimensionNames } from '../../draw/format';
import type { Tensor } from '../../tensor';
import { sayingOf, type Say } from '../../words/refusal';
import type { AttentionLab } from '../lab/attention-lab';
import './attention-heatmap';
import { define } from '../base/define';
import { namesOf, type Field } from '../lab/lab-context';
import { labOf, onNewLab } from '../lab/lab-link';
import { theme } from '../base/theme';
import { WordedElement } from '../base/worded';

/** Fields with one column per key. */
const keyFields: readonly Field[] = ['scores', 'weights'];

export class AttentionDifference extends WordedElement {
  static override properties = {
    of: { type: String },
    field: { type: String },
    difference: { state: true },
    problem: { state: true },
  };
  static override styles = [
    theme,
    css`
      p {
        color: var(--wrong);
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** The ids of two labs. */
  declare of: string | undefined;
  /** Default: weights. */
  declare field: Field | undefined;
  declare difference: Tensor | null;
  declare problem: Say | null;

  #labs: AttentionLab[] = [];
  #latestRequest = 0;
  #stopWatching = () => {};
  readonly #recompute = () => void this.#compute();

  constructor() {
    super();
    this.difference = null;
    this.problem = null;
  }

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
    const [first] = this.#labs;
    const { words } = this;
    if (this.problem) return html`<p role="alert">${this.problem(words)}</p>`;
    if (!this.difference || !first?.result) return nothing;
    const { tokens, keys } = namesOf(undefined, first.result);
    const { rowLabels, columnLabels } = this.#labels(tokens, keys);
    return html`<attention-heatmap
      heading=${words.difference.heading(this.field ?? 'weights')}
      .tensor=${this.difference}
      .rowLabels=${rowLabels}
      .columnLabels=${columnLabels}
    ></attention-heatmap>`;
  }

  /** Cached: the heatmap is redrawn whenever it gets new lists. */
  #labels(tokens: readonly string[], keys: readonly string[]) {
    const field = this.field ?? 'weights';
    const columns = this.difference!.shape.at(-1)!;
    const key = JSON.stringify([field, tokens, keys, columns]);
    if (this.#cachedLabels?.key !== key)
      this.#cachedLabels = {
        key,
        rowLabels: field === 'k' || field === 'v' ? keys : tokens,
        columnLabels: keyFields.includes(field) ? keys : dimensionNames(columns),
      };
    return this.#cachedLabels;
  }

  #cachedLabels: {
    key: string;
    rowLabels: readonly string[];
    columnLabels: readonly string[];
  } | null = null;

  /** Null until both labs exist. */
  #find(): AttentionLab[] | null {
    const ids = (this.of ?? '').split(/\s+/).filter((id) => id !== '');
    const found = ids.map((id) => labOf(this, id));
    return ids.length === 2 && !found.includes(null) ? (found as AttentionLab[]) : null;
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
    this.#latestRequest++;
  }

  async #compute(): Promise<void> {
    const [first, second] = this.#labs;
    if (!first || !second) return;
    const request = ++this.#latestRequest;
    if (this.field === 'masked_scores') {
      this.problem = ({ difference }) => difference.masked;
      return;
    }
    try {
      const difference = await first.difference(second, this.field ?? 'weights');
      if (request !== this.#latestRequest) return;
      this.difference = difference;
      this.problem = null;
    } catch (error) {
      if (request === this.#latestRequest) this.problem = sayingOf(error as Error);
    }
  }
}

define('attention-difference', AttentionDifference);
