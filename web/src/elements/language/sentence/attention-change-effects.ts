/**
 * `<attention-change-effects>`: the effects of switched-off heads and forced rows: on the similarities of the sentence,
 * and on the vector of each of its tokens after each layer.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatNumber, formatSigned } from '../../../draw/format';
import { canRead } from '../../../model/language/compared-texts';
import { partsOff } from '../../../model/language/language-changes';
import { allUndone } from '../../../model/language/language-state';
import { isChanged, type ChangedText } from '../../../model/language/text-changes';
import type {
  InspectedText,
  SimilarityChange,
  TextModel,
} from '../../../model/language/text-model';
import type { Provenance } from '../../../files/provenance';
import { cellAt, matrixOf, type Tensor } from '../../../tensors/tensor';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import '../../../words/add-language-model';
import { messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { LatestTask } from '../../base/latest-task';
import { linkButtons } from '../../styles/link-button.styles';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import type { SaveContent } from '../../save/save-content';
import '../../views/attention-heatmap';
import { sendChange } from '../base/language-change';
import { sendLanguage } from '../base/language-events';
import { besideStyles, partStyles } from '../base/part.styles';
import { changeFacts } from '../base/sentence-maps';
import { problemLine } from '../../parts/problem-line';
import { layerOf } from '../../../model/heads/head-place';

const kColumns = ['before', 'after', 'change'] as const;

interface Shown {
  /** The sentence. */
  readonly text: string;
  readonly changes: ChangedText;
  readonly tokens: readonly string[];
  readonly texts: readonly string[];
  /** The similarities of the sentence, which comes first, and the texts. */
  readonly similarities: SimilarityChange;
  /** [token, layer]: 1 - cosine */
  readonly turned: Tensor;
}

export class AttentionChangeEffects extends WordedElement {
  static override styles = [
    linkButtons,
    partStyles,
    besideStyles,
    css`
      :host {
        display: block;
      }
      bdi {
        color: var(--ink);
        font-family: var(--serif);
      }
      ul {
        max-inline-size: 68ch;
        margin-block: 0.25rem;
        padding-inline-start: 1.25rem;
        color: var(--muted);
        font-size: 0.875rem;
      }
      button {
        color: inherit;
        font-size: inherit;
      }
      .beside {
        margin-block-start: 1rem;
      }
      table {
        align-self: start;
        border-collapse: collapse;
        font-size: 0.875rem;
      }
      th,
      td {
        padding: 0.3rem 0.75rem 0.3rem 0;
        font-weight: 400;
        text-align: start;
        vertical-align: baseline;
      }
      td {
        font-variant-numeric: tabular-nums;
      }
      thead th,
      caption {
        color: var(--muted);
        text-align: start;
      }
      tbody tr {
        border-block-start: 1px solid var(--line);
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) seen: InspectedText | undefined;
  /** The texts that the sentence is compared with. */
  @property({ attribute: false }) texts: readonly string[] = [];
  @property({ attribute: false }) changes: ChangedText = {};
  @state() private result: Shown | null = null;
  @state() private problem: Error | null = null;
  readonly #reading = new LatestTask(
    () => this.model !== undefined && this.isConnected,
    () => this.#read(),
  );

  get #isChanged(): boolean {
    return isChanged(this.changes);
  }

  /** Goes to the list of changes. It stays in sight while the views above it load, until the visitor moves on. */
  show(): void {
    const title = this.renderRoot.querySelector('h2');
    if (!title) return;
    title.focus({ preventScroll: true });
    const movedOn = new AbortController();
    const { signal } = movedOn;
    const sizes = new ResizeObserver(() => title.scrollIntoView({ block: 'center' }));
    signal.addEventListener('abort', () => sizes.disconnect());
    title.addEventListener('blur', () => movedOn.abort(), { signal });
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      addEventListener(type, () => movedOn.abort(), { signal, passive: true });
    sizes.observe(document.documentElement);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.#isChanged) this.result = null;
    if (['model', 'seen', 'texts', 'changes'].some((name) => changed.has(name)))
      void this.#reading.ask();
  }

  protected override render() {
    if (!this.#isChanged) return nothing;
    const { effects: words } = this.words.languageModel;
    const { result, problem } = this;
    return html`<h2 tabindex="-1">${words.title}</h2>
      <ul>
        ${this.#changes().map((text) => html`<li>${text}</li>`)}
      </ul>
      <p>
        <button type="button" @click=${() => this.#undo()}>${words.undo}</button>
      </p>
      ${problemLine(problem && messageOf(problem)(this.words))}
      ${result ? this.#effects(result) : nothing}`;
  }

  #undo(): void {
    sendLanguage(this, 'attention-changes-undone', null);
    sendChange(this, allUndone);
  }

  /** Whole layers have their own line. */
  #changes(): unknown[] {
    const { effects: words, place } = this.words.languageModel;
    const heads = this.model?.heads ?? 0;
    const { forced = [], edits = [] } = this.changes;
    const headsOff = partsOff(this.changes.off ?? [], heads).map(({ layer, head }) =>
      head === undefined ? words.layerOff(layer + 1) : words.headOff(place(layer + 1, head + 1)),
    );
    const names = placedTokens(this.seen?.tokens ?? []);
    const rows = forced.map(({ attention, head, query, key }) => {
      const where = place(layerOf(attention) + 1, head + 1);
      return words.row(where, html`<bdi>${names[query]}</bdi>`, html`<bdi>${names[key]}</bdi>`);
    });
    const numbers = edits.length > 0 ? [words.numbers(edits.length)] : [];
    return [...headsOff, ...rows, ...numbers];
  }

  #effects(shown: Shown) {
    const { text, changes, tokens, turned } = shown;
    const { effects: words, paths } = this.words.languageModel;
    const [, layers = 1] = turned.shape;
    return html`<div
      class="beside"
      @attention-provenance=${adding(changeFacts(changes, this.model!.heads))}
    >
      ${this.#similarities(shown)}
      <div>
        <attention-heatmap
          heading=${words.turned}
          @attention-provenance=${adding({ text })}
          .tensor=${turned}
          .rowLabels=${placedTokens(tokens)}
          .columnLabels=${Array.from({ length: layers }, (_, i) => paths.layer(i))}
        ></attention-heatmap>
        <p>${words.turnedHint}</p>
      </div>
    </div>`;
  }

  /** The sentence and each other text, before and after the change. */
  #similarities({ text, texts, similarities }: Shown) {
    const { effects: words } = this.words.languageModel;
    const columns = kColumns.map((name) => {
      const matrix = matrixOf(similarities[name]);
      return texts.map((_, i) => cellAt(matrix, 0, i + 1));
    });
    const [before, after, change] = columns as [number[], number[], number[]];
    return html`<div>
      <attention-save
        label=${words.similarity}
        @attention-provenance=${adding({ sentence: text })}
        .content=${() => this.#saved(texts, columns)}
      ></attention-save>
      <table>
        <caption>
          ${words.similarity}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.text}</th>
            <th scope="col">${words.before}</th>
            <th scope="col">${words.after}</th>
            <th scope="col">${words.change}</th>
          </tr>
        </thead>
        <tbody>
          ${texts.map(
            (text, i) =>
              html`<tr>
                <th scope="row"><bdi lang="en">${text}</bdi></th>
                <td>${formatNumber(before[i]!)}</td>
                <td>${formatNumber(after[i]!)}</td>
                <td>${formatSigned(change[i]!)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #saved(texts: readonly string[], columns: readonly (readonly number[])[]): SaveContent {
    const { effects: words } = this.words.languageModel;
    const data = Float32Array.from(texts.flatMap((_, i) => columns.map((column) => column[i]!)));
    const tensor = { axes: ['text', 'similarity'], shape: [texts.length, columns.length], data };
    const labels = { text: texts, similarity: kColumns.map((name) => words[name]) };
    return { name: 'similarity-changes', numbers: { tensor, labels }, result: null };
  }

  async #read(): Promise<void> {
    const { model, seen, changes } = this;
    if (!model || !seen || !this.#isChanged) {
      this.result = null;
      return;
    }
    try {
      const { vectors } = model;
      const texts = this.texts.filter((text) => canRead(model, text));
      const compared = [seen.text, ...texts];
      const similarities = await vectors.similarityChange(compared, changes);
      const turned = await vectors.turnedVectors(seen.text, changes);
      if (this.model === model)
        [this.result, this.problem] = [
          { text: seen.text, changes, tokens: seen.tokens, texts, similarities, turned },
          null,
        ];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

const adding = (facts: Provenance) => (event: ProvenanceEvent) => addProvenance(event, facts);

define('attention-change-effects', AttentionChangeEffects);
