/** `<attention-head-relations>`: which head does what, with the score of each and of the best fixed distance. */
import { css, html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatDecimal, formatTenths } from '../../draw/format';
import { download } from '../../files/download';
import {
  type FoundHeads,
  relationRows,
  toCsv,
  type HeadOfRelation,
  type RelationRow,
} from '../../model/found-heads';
import { matchingRelations } from '../../model/search-relations';
import '../../words/add-opened';
import { messageOf } from '../../words/refusal';
import { cardTableStyles } from '../base/card-table.styles';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import { report } from './report';

const percent = (share: number) => formatTenths(Math.round(share * 1000));

export class AttentionHeadRelations extends WordedElement {
  static override styles = [
    cardTableStyles(css`37.5rem`),
    css`
      h2 {
        margin: 0;
        font: 400 1.5rem/1.3 var(--serif);
      }
      p {
        margin-block: 0.25rem;
        max-inline-size: 68ch;
        color: var(--muted);
        font-size: 0.875rem;
      }
      p.problem {
        color: var(--wrong);
      }
      progress {
        inline-size: 10rem;
        accent-color: var(--arc);
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.5rem 1.5rem;
        margin-block: 0.75rem;
        font-size: 0.875rem;
      }
      input {
        inline-size: 18rem;
        max-inline-size: 100%;
        border-width: 0 0 1px;
        border-radius: 0;
        background: none;
      }
      td button {
        padding: 0;
        border: 0;
        background: none;
        color: var(--ink);
        font-size: inherit;
        text-decoration: underline;
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      .named th,
      .named td.share {
        color: var(--arc);
        font-weight: 600;
      }
      td button[aria-pressed='true'] {
        text-decoration: underline 2px var(--ink);
      }
      /* 0 to 1: the head's share, and a line where the best fixed distance ends. */
      .bar {
        display: block;
        inline-size: 8rem;
        block-size: 0.75rem;
      }
      .bar .track {
        fill: var(--raised);
      }
      .bar .share {
        fill: var(--pencil);
      }
      .named .bar .share {
        fill: var(--arc);
      }
      .bar .offset {
        fill: var(--ink);
      }
      @media (max-width: 37.5rem) {
        tr {
          grid-template-columns: 1fr auto;
          padding-block: 0.35rem;
        }
        th,
        td {
          grid-column: 1 / -1;
          padding: 0.1rem 0;
        }
        td.extra {
          display: none;
        }
      }
      @media (min-width: 37.5rem) {
        .narrow {
          display: none;
        }
      }
      @media (pointer: coarse) {
        td button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) found: FoundHeads | undefined;
  /** Sentences that are read, and all of them, until the heads are found. */
  @property({ attribute: false }) progress: readonly [done: number, all: number] = [0, 0];
  @property({ attribute: false }) problem: Error | null = null;
  /** The head that is shown elsewhere on the page; layer and head count from 0. */
  @property({ attribute: false }) chosen: readonly [layer: number, head: number] = [-1, -1];
  @state() private question = '';

  protected override render() {
    const { opened: words } = this.words;
    const [done, all] = this.progress;
    return html`<h2>${words.relationsTitle}</h2>
      <p>${words.relationsHint(all)}</p>
      <p>${words.rule}</p>
      ${this.found ? this.#table(this.found) : this.#progress(done, all)}`;
  }

  #progress(done: number, all: number) {
    const { opened: words } = this.words;
    if (this.problem)
      return html`<p class="problem" role="alert">
        ${words.notFound(messageOf(this.problem)(this.words))}
      </p>`;
    return html`<p>
      <progress max=${all} .value=${done} aria-label=${words.relationsTitle}></progress>
      ${words.finding(done, all)}
    </p>`;
  }

  #table(found: FoundHeads) {
    const { opened: words } = this.words;
    const rows = relationRows(found);
    const matching = new Set(matchingRelations(this.question, words.relations));
    const shown = rows.filter(({ relation }) => matching.has(relation));
    return html`<div class="tools">
        <label
          >${words.search}
          <input
            type="search"
            placeholder=${words.searchHint}
            .value=${live(this.question)}
            @input=${({ target }: Event) => (this.question = (target as HTMLInputElement).value)}
        /></label>
        <button type="button" @click=${() => download('heads.csv', toCsv(found), 'text/csv')}>
          ${words.save}
        </button>
      </div>
      ${shown.length === 0 ? html`<p role="status">${words.noRelation}</p>` : nothing}
      <table>
        <thead>
          <tr>
            <th scope="col">${words.relation}</th>
            <th scope="col">${words.bestHead}</th>
            <th scope="col" colspan="2">${words.share}</th>
            <th scope="col" class="number">${words.interval}</th>
            <th scope="col" class="number">${words.offset}</th>
            <th scope="col" class="number">${words.meanWeight}</th>
            <th scope="col">${words.name}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((row) => this.#row(row))}
        </tbody>
      </table>`;
  }

  #row({ relation, offset, offset_share, named, best }: RelationRow) {
    const { opened: words } = this.words;
    const score = named[0] ?? best;
    if (!score) return nothing;
    const distance = `${offset > 0 ? '+' : ''}${offset}`.replace('-', '−');
    const heads = named.length > 0 ? named : [score];
    return html`<tr class=${named.length > 0 ? 'named' : ''}>
      <th scope="row">${words.relations[relation]}</th>
      <td>${heads.map((head) => this.#head(head))}</td>
      <td class="number share">${percent(score.share)}</td>
      <td class="extra">${barOf(score.share, offset_share)}</td>
      <td class="number extra">${percent(score.low)} – ${percent(score.high)}</td>
      <td class="number">
        <span class="narrow">${words.offset}: </span
        >${words.offsetOf(percent(offset_share), distance)}
      </td>
      <td class="number extra">${formatDecimal(score.mean_weight, 2)}</td>
      <td>${named.length > 0 ? words.named : words.notNamed}</td>
    </tr>`;
  }

  #head({ layer, head }: HeadOfRelation) {
    const isChosen = layer === this.chosen[0] && head === this.chosen[1];
    return html`<button
        type="button"
        aria-pressed=${isChosen}
        @click=${() => report(this, 'attention-relation-choose', { layer, head })}
      >
        ${this.words.opened.place(layer + 1, head + 1)}</button
      ><br />`;
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
