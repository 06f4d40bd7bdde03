/** `<attention-test-sentences>`: examples of the sentences on which heads are measured; all of them can be saved. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { download } from '../../../files/download';
import { fileName } from '../../../files/file-name';
import type { RelationName } from '../../../model/heads/found-heads';
import {
  sentencesCsv,
  testExamples,
  type TestExample,
  type TestSentences,
} from '../../../model/heads/test-sentences';
import '../../../words/add-language-model';
import { define } from '../../base/define';
import { linkButtons } from '../../styles/link-button.styles';
import { WordedElement } from '../../base/worded';
import { partStyles } from '../base/part.styles';

export class AttentionTestSentences extends WordedElement {
  static override styles = [
    linkButtons,
    partStyles,
    css`
      summary {
        inline-size: fit-content;
        padding-block: 0.25rem;
        color: var(--muted);
        font-size: 0.875rem;
        cursor: pointer;
      }
      dl {
        margin-block: 0.5rem 1rem;
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0.5rem 1.5rem;
        font-size: 0.875rem;
      }
      dt,
      dd {
        margin: 0;
      }
      dd p {
        max-inline-size: none;
        margin: 0;
        color: var(--muted);
        font-family: var(--serif);
        font-size: 1.125rem;
      }
      .from {
        font-style: normal;
        color: var(--query);
        text-decoration: underline;
        text-underline-offset: 0.25em;
      }
      .to {
        color: var(--arc);
        font-weight: 600;
      }
      button {
        font-size: 0.875rem;
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
      @media (max-width: 37.5rem) {
        dl {
          grid-template-columns: minmax(0, 1fr);
          gap: 0.25rem;
        }
        dd {
          margin-block-end: 0.5rem;
        }
      }
      @media (pointer: coarse) {
        summary,
        button {
          min-block-size: 2.75rem;
          align-content: center;
        }
      }
    `,
  ];

  @property({ attribute: false }) sentences: TestSentences | undefined;
  /** The relations with example sentences below. */
  @property({ attribute: false }) relations: readonly RelationName[] = [];

  protected override render() {
    const { sentences } = this;
    if (!sentences) return nothing;
    const { relations, testSentences: words } = this.words.languageModel;
    const [from, to] = [
      html`<em class="from">${words.from}</em>`,
      html`<b class="to">${words.to}</b>`,
    ];
    return html`<details>
      <summary>${words.title}</summary>
      <p>${words.hint(sentences.all.length, sentences.seed, from, to)}</p>
      <dl>
        ${this.relations.map(
          (relation) =>
            html`<dt>${relations[relation]}</dt>
              <dd lang="en">${testExamples(sentences, relation).map(example)}</dd>`,
        )}
      </dl>
      <p>
        <button type="button" @click=${() => this.#save(sentences)}>${words.save}</button>
      </p>
    </details>`;
  }

  #save(sentences: TestSentences): void {
    const name = fileName(['test-sentences-seed', `${sentences.seed}`], 'csv');
    download(name, sentencesCsv(sentences, this.words.languageModel.relations), 'text/csv');
  }
}

/** The query word and its right word are marked. */
function example({ words, pair: { from, to } }: TestExample) {
  return html`<p>
    ${words.map((word, i) => {
      if (i === from) return html`<em class="from">${word}</em> `;
      return i === to ? html`<b class="to">${word}</b> ` : `${word} `;
    })}
  </p>`;
}

define('attention-test-sentences', AttentionTestSentences);
