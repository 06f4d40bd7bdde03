/**
 * `<attention-head-relations>`: the relations that heads follow, with the score of each head and of the best fixed
 * distance.
 */
import { css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatProbability } from '../../../draw/format';
import type { Picture } from '../../../draw/pictures/picture';
import { download } from '../../../files/download';
import { fileName } from '../../../files/file-name';
import { nameParts, type Provenance } from '../../../files/provenance';
import {
  type FoundHeads,
  perLayer,
  relationRows,
  toCsv,
  type HeadOfRelation,
  type RelationName,
  type RelationRow,
} from '../../../model/heads/found-heads';
import type { TestSentences } from '../../../model/heads/test-sentences';
import { matchingRelations } from '../../../model/heads/search-relations';
import '../../../words/add-language-model';
import { paragraph } from '../../../words/forms/paragraph';
import { messageOf } from '../../../words/refusal';
import { cardTableStyles } from '../../styles/card-table.styles';
import { define } from '../../base/define';
import { linkButtons } from '../../styles/link-button.styles';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import { provenanceOf } from '../../save/provenance-event';
import type { SaveContent } from '../../save/save-content';
import { relationStyles } from './attention-head-relations.styles';
import './attention-test-sentences';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { sendLanguage } from '../base/language-events';
import { problemLine } from '../../parts/problem-line';

export class AttentionHeadRelations extends WordedElement {
  static override styles = [cardTableStyles(css`56rem`), linkButtons, partStyles, relationStyles];

  @property({ attribute: false }) found: FoundHeads | undefined;
  /** The model's name for saved files, unless an element around this one provides it. */
  @property({ attribute: 'model-name' }) modelName = '';
  /** The sentences on which the heads were measured, if they are to be shown. */
  @property({ attribute: false }) sentences: TestSentences | undefined;
  /** The number of sentences read so far, and of all sentences, until the heads are found; undefined: not shown. */
  @property({ attribute: false }) progress: readonly [done: number, all: number] | undefined;
  @property({ attribute: false }) problem: Error | null = null;
  /** The head that is shown elsewhere on the page; layer and head count from 0. */
  @property({ attribute: false }) chosen: readonly [layer: number, head: number] = [-1, -1];
  /** The chosen relation. Its heads are highlighted. */
  @property({ attribute: false }) relation: RelationName | null = null;
  /** Whether the sentence has words that are known to have the chosen relation. */
  @property({ type: Boolean }) applies = false;
  /** The search text of the table. */
  @property() search = '';

  protected override render() {
    const { languageModel: words } = this.words;
    const { cut = 0, drawn } = this.found ?? {};
    return html`<div class="strips">${this.found ? this.#strips(this.found) : this.#waiting()}</div>
      <div class="numbers">
        <h2>${words.relationsTitle}</h2>
        <p>${words.relationsHint}</p>
        ${cut > 0 && drawn ? html`<p class="cut">${words.cutSentences(cut, drawn.sentences)}</p>` : nothing}
        <details>
          <summary>${words.howMeasured}</summary>
          <p>${words.measured(this.sentences?.all.length ?? 0)}</p>
          <p>${words.rule}</p>
          <p>${words.secondBaseline}</p>
        </details>
        ${this.found ? this.#table(this.found) : nothing}
      </div>`;
  }

  /** A search that matches a single relation highlights its heads. */
  #search(search: string, foundHeads: FoundHeads): void {
    this.search = search;
    const rows = this.#matching(foundHeads);
    const one = search.trim() !== '' && rows.length === 1 ? rows[0]! : null;
    sendChange(this, { search, relation: one && one.relation });
  }

  /** Enter goes to the best head, except when it only confirms a word in an input method, such as for Chinese. */
  #key({ key, isComposing }: KeyboardEvent, foundHeads: FoundHeads): void {
    if (key === 'Enter' && !isComposing) this.#goToBest(foundHeads);
  }

  /** Chooses the best head of the matching relations, and goes there. */
  #goToBest(foundHeads: FoundHeads): void {
    const best = this.#bestOf(foundHeads);
    if (!best) return;
    this.#choose(best.relation, best.head);
    sendLanguage(this, 'attention-head-show', null);
  }

  #bestOf(foundHeads: FoundHeads): { relation: RelationName; head: HeadOfRelation } | undefined {
    const bestOf = ({ named, best }: RelationRow) => named[0] ?? best;
    const [row] = this.#matching(foundHeads).toSorted(
      (a, b) =>
        Number(b.named.length > 0) - Number(a.named.length > 0) ||
        (bestOf(b)?.share ?? 0) - (bestOf(a)?.share ?? 0),
    );
    const head = row && bestOf(row);
    return head && { relation: row.relation, head };
  }

  /** The relations that match the search. */
  #matching(foundHeads: FoundHeads): RelationRow[] {
    const matching = new Set(matchingRelations(this.search, this.words.languageModel.relations));
    return relationRows(foundHeads).filter(({ relation }) => matching.has(relation));
  }

  #strips(foundHeads: FoundHeads) {
    const { languageModel: words } = this.words;
    const rows = this.#matching(foundHeads);
    return html`<label
        >${words.search}
        <input
          type="search"
          placeholder=${words.searchHint}
          enterkeyhint="go"
          .value=${live(this.search)}
          @input=${({ target }: Event) => this.#search((target as HTMLInputElement).value, foundHeads)}
          @keydown=${(event: KeyboardEvent) => this.#key(event, foundHeads)}
      /></label>
      ${rows.length === 0 ? html`<p role="status">${words.noRelation}</p>` : this.#goTo(foundHeads)}
      <ul tabindex="-1" @pointerleave=${() => this.#point(undefined)}>
        ${rows.map((row) => this.#strip(row, foundHeads))}
      </ul>
      ${this.#chosenRelation(foundHeads)}
      <p class="key">${words.stripKey}</p>
      <attention-save
        label=${words.relationsTitle}
        .content=${() => this.#saved(foundHeads)}
      ></attention-save>`;
  }

  /** The hint that Enter goes to the best head. */
  #goTo(foundHeads: FoundHeads) {
    const best = this.search.trim() === '' ? undefined : this.#bestOf(foundHeads);
    if (!best) return nothing;
    const { head, layer } = best.head;
    const { goTo, place } = this.words.languageModel;
    return html`<p>
      <button type="button" @click=${() => this.#goToBest(foundHeads)}>
        ${goTo(place(layer + 1, head + 1))}
      </button>
    </p>`;
  }

  /** The strips as a picture, with the share of each head for each of these relations. */
  #saved(foundHeads: FoundHeads): SaveContent {
    const { languageModel: words } = this.words;
    const rows = this.#matching(foundHeads);
    const scores = rows.map(({ relation }) =>
      foundHeads.relations.find((row) => row.relation === relation)!,
    );
    const heads = scores[0]?.heads.length ?? 0;
    const across = perLayer(foundHeads);
    const picture = (): Picture => ({
      kind: 'strips',
      title: words.relationsTitle,
      key: words.stripKey,
      wanted: foundHeads.rule.min_share,
      strips: rows.map(({ relation, named, best, offset_share }, i) => ({
        label: words.relations[relation],
        share: formatProbability((named[0] ?? best)?.share ?? 0),
        heads: scores[i]!.heads,
        offset: offset_share,
      })),
    });
    const labels = {
      relation: rows.map(({ relation }) => words.relations[relation]),
      head: Array.from({ length: heads }, (_, i) =>
        words.place(Math.floor(i / across) + 1, (i % across) + 1),
      ),
    };
    const tensor = {
      axes: ['relation', 'head'],
      shape: [rows.length, heads],
      data: Float32Array.from(scores.flatMap((row) => row.heads.map(({ share }) => share))),
    };
    return { name: 'relations', picture, numbers: { tensor, labels }, result: null };
  }

  #strip(row: RelationRow, foundHeads: FoundHeads) {
    const { languageModel: words } = this.words;
    const { relation, offset_share, named, best } = row;
    const head = named[0] ?? best;
    if (!head) return nothing;
    const { heads } = foundHeads.relations.find((row) => row.relation === relation)!;
    const tick = (x: number, from: number, to: number, name: string) =>
      svg`<path class=${name} d="M${(100 * x).toFixed(2)} ${from}V${to}"></path>`;
    return html`<li class=${named.length > 0 ? 'named' : ''}>
      <button
        type="button"
        aria-pressed=${relation === this.relation}
        aria-description=${words.strip(formatProbability(head.share), formatProbability(offset_share), words.place(head.layer + 1, head.head + 1))}
        @click=${() => this.#choose(relation, this.#isShown(relation, head) ? null : head)}
        @focus=${() => this.#point(relation)}
        @blur=${() => this.#point(undefined)}
        @pointermove=${(event: PointerEvent) => event.pointerType === 'mouse' && this.#point(relation)}
      >
        <span class="line"
          ><span>${words.relations[relation]}</span
          ><span>${formatProbability(head.share)}</span></span
        >
        <svg class="strip" viewBox="-1 0 102 14" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<path class="axis" d="M0 10H100"></path>`}
          ${tick(foundHeads.rule.min_share, 1, 10, 'wanted')}
          ${heads.map(({ share, named: earned }) => tick(share, earned ? 2 : 5, 10, earned ? 'earned' : ''))}
          ${tick(offset_share, 10, 14, 'offset')}
        </svg>
      </button>
    </li>`;
  }

  #choose(relation: RelationName, place: HeadOfRelation | null): void {
    const { layer, head } = place ?? {};
    const choice = layer === undefined || head === undefined ? null : { relation, layer, head };
    sendLanguage(this, 'attention-relation-choose', choice);
  }

  /** Says how many heads have earned the chosen name, and whether the sentence has words with this relation. */
  #chosenRelation(foundHeads: FoundHeads) {
    const { lit } = this.words.languageModel;
    const row = relationRows(foundHeads).find(({ relation }) => relation === this.relation);
    if (!row) return html`<p role="status"></p>`;
    const all = foundHeads.relations[0]!.heads.length;
    return html`<p role="status">
        ${paragraph([lit.earned(row.named.length, all), !this.applies && lit.noWords])}
      </p>
      <p>
        <button type="button" @click=${() => this.#showAll()}>${lit.all}</button>
      </p>`;
  }

  /** The list of strips takes the focus of the button, which disappears. */
  #showAll(): void {
    this.renderRoot.querySelector('ul')!.focus({ preventScroll: true });
    sendLanguage(this, 'attention-relation-choose', null);
  }

  /** By the pointer only when it moves, not when a relation scrolls below it. */
  #point(relation: RelationName | undefined): void {
    sendLanguage(this, 'attention-relation-preview', { relation });
  }

  #waiting() {
    const { languageModel: words } = this.words;
    if (this.problem) return problemLine(words.notFound(messageOf(this.problem)(this.words)));
    if (!this.progress) return nothing;
    const [done, all] = this.progress;
    return html`<p>
      <progress max=${all} .value=${done} aria-label=${words.relationsTitle}></progress>
      ${words.finding(done, all)}
    </p>`;
  }

  #table(foundHeads: FoundHeads) {
    const { languageModel: words } = this.words;
    return html`<table>
        <thead>
          <tr>
            <th scope="col">${words.relation}</th>
            <th scope="col" class="number">${words.rows}</th>
            <th scope="col" class="number">${words.offset}</th>
            <th scope="col" class="number">${words.nearest}</th>
            <th scope="col">${words.name}</th>
            <th scope="col">${words.bestHead}</th>
            <th scope="col" colspan="2">${words.share}</th>
            <th scope="col" class="number">${words.interval}</th>
            <th scope="col" class="number">${words.meanWeight}</th>
          </tr>
        </thead>
        ${this.#matching(foundHeads).map((row) => this.#relationRows(row))}
      </table>
      <p>
        <button type="button" @click=${() => this.#save(foundHeads)}>${words.save}</button>
      </p>
      <attention-test-sentences
        .sentences=${this.sentences}
        .relations=${this.#matching(foundHeads).map(({ relation }) => relation)}
      ></attention-test-sentences>`;
  }

  #save(foundHeads: FoundHeads): void {
    const { relations } = this.words.languageModel;
    const { link, ...about } = { model: this.modelName, ...provenanceOf(this) } as Provenance;
    const name = fileName(['heads', ...nameParts(about)], 'csv');
    download(name, toCsv(about, foundHeads, relations), 'text/csv');
  }

  /** A line for each head with the name, or for the best one. */
  #relationRows(row: RelationRow) {
    const { relation, rows, offset, offset_share, nearest, named, best } = row;
    const { languageModel: words } = this.words;
    const heads = named.length > 0 ? named : best ? [best] : [];
    const better = (text: string, share: number) =>
      heads.every((head) => share > head.share) ? html`<b>${words.better(text)}</b>` : text;
    const distance = `${offset > 0 ? '+' : ''}${offset}`.replace('-', '−');
    const span = heads.length;
    const ofAll = html`<th scope="rowgroup" rowspan=${span}>${words.relations[relation]}</th>
      <td class="number" rowspan=${span}>
        <span class="narrow">${words.label(words.rows)}</span>${words.rowCount(rows)}
      </td>
      <td class="number" rowspan=${span}>
        <span class="narrow">${words.label(words.offset)}</span
        >${better(words.offsetOf(formatProbability(offset_share), distance), offset_share)}
      </td>
      <td class="number" rowspan=${span}>
        ${
          nearest
            ? html`<span class="narrow">${words.label(words.nearest)}</span
                >${better(words.nearestOf[nearest.kind][nearest.side](formatProbability(nearest.share)), nearest.share)}`
            : nothing
        }
      </td>
      <td class="earned" rowspan=${span}>${named.length > 0 ? words.named : words.notNamed}</td>`;
    return html`<tbody class=${named.length > 0 ? 'named' : ''}>
      ${heads.map(
        (head, i) =>
          html`<tr>
            ${i === 0 ? ofAll : nothing}
            <td>${this.#head(relation, head)}</td>
            <td class="number share">${formatProbability(head.share)}</td>
            <td class="extra">${barOf(head.share, offset_share)}</td>
            <td class="number extra">
              ${formatProbability(head.low)} – ${formatProbability(head.high)}
            </td>
            <td class="number extra">${formatProbability(head.mean_weight)}</td>
          </tr>`,
      )}
    </tbody>`;
  }

  #isShown(relation: RelationName, { layer, head }: HeadOfRelation): boolean {
    const [chosenLayer, chosenHead] = this.chosen;
    return relation === this.relation && layer === chosenLayer && head === chosenHead;
  }

  #head(relation: RelationName, place: HeadOfRelation) {
    const { layer, head } = place;
    return html`<button
      type="button"
      aria-pressed=${this.#isShown(relation, place)}
      @click=${() => this.#choose(relation, place)}
    >
      ${this.words.languageModel.place(layer + 1, head + 1)}
    </button>`;
  }
}

function barOf(share: number, offset_share: number) {
  return html`<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="track" y="2" width="100" height="8"></rect>
      <rect class="share" y="2" width=${100 * share} height="8"></rect>
      <rect class="offset" x=${100 * offset_share} width="1.5" height="12"></rect>`}
  </svg>`;
}

define('attention-head-relations', AttentionHeadRelations);
