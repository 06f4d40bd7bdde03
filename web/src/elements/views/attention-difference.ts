/**
 * `<attention-difference of="one two" field="weights">`: what the lab with the first id shows, less
 * what the second shows, as a heatmap. The core subtracts.
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

/** Of these the columns are keys. */
const grids: readonly Field[] = ['scores', 'weights'];

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
  /** By default the weights. */
  declare field: Field | undefined;
  declare difference: Tensor | null;
  declare problem: Say | null;

  #labs: AttentionLab[] = [];
  #newest = 0;
  #stopLooking = () => {};
  readonly #renew = () => void this.#compute();

  constructor() {
    super();
    this.difference = null;
    this.problem = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopLooking = onNewLab(
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
    this.#stopLooking();
    this.#leave();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.hasUpdated && changed.has('of')) this.#join();
    else if (this.hasUpdated && changed.has('field')) this.#renew();
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

  /** The same lists as long as they say the same: the heatmap is drawn anew for others. */
  #labels(tokens: readonly string[], keys: readonly string[]) {
    const field = this.field ?? 'weights';
    const columns = this.difference!.shape.at(-1)!;
    const key = JSON.stringify([field, tokens, keys, columns]);
    if (this.#labelled?.key !== key)
      this.#labelled = {
        key,
        rowLabels: field === 'k' || field === 'v' ? keys : tokens,
        columnLabels: grids.includes(field) ? keys : dimensionNames(columns),
      };
    return this.#labelled;
  }

  #labelled: { key: string; rowLabels: readonly string[]; columnLabels: readonly string[] } | null =
    null;

  /** Null as long as not both are there. */
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
      lab.addEventListener('attention-result', this.#renew);
      lab.dispatchEvent(new Event('attention-link'));
    }
    this.#renew();
  }

  #leave(): void {
    for (const lab of this.#labs) lab.removeEventListener('attention-result', this.#renew);
    this.#labs = [];
    this.#newest++;
  }

  async #compute(): Promise<void> {
    const [first, second] = this.#labs;
    if (!first || !second) return;
    const asked = ++this.#newest;
    if (this.field === 'masked_scores') {
      this.problem = ({ difference }) => difference.masked;
      return;
    }
    try {
      const difference = await first.difference(second, this.field ?? 'weights');
      if (asked !== this.#newest) return;
      this.difference = difference;
      this.problem = null;
    } catch (error) {
      if (asked === this.#newest) this.problem = sayingOf(error as Error);
    }
  }
}

define('attention-difference', AttentionDifference);
