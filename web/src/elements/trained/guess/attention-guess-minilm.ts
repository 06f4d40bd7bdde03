/**
 * `<attention-guess-minilm>`: lets the visitor guess MiniLM's attention in the two sentences. Then links open both in
 * MiniLM.
 */
import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { linkOf } from '../../../settings/link';
import { megabytes, type SiteModel } from '../../../model/checkpoint/site-model';
import { taskRow } from '../../../model/examples/tasks';
import '../../../words/add-guess';
import { withUnit } from '../../../words/forms/with-unit';
import { define } from '../../base/define';
import { inLanguage } from '../../base/in-language';
import { WordedElement } from '../../base/worded';
import { aboutMiniLm } from '../choice/about-minilm';
import { guessStyles } from './attention-guess.styles';

const guesses = ['flips', 'leans', 'stays'] as const;
type GuessName = (typeof guesses)[number];

export class AttentionGuessMiniLm extends WordedElement {
  static override styles = [
    guessStyles,
    css`
      :host {
        display: block;
        padding-block: 0.75rem;
        padding-inline-start: 2.5rem;
        border-block-start: 1px solid var(--line);
      }
      a {
        display: inline-block;
        margin-inline-end: 1.5rem;
        color: var(--ink);
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
    `,
  ];

  /** The address of the lab with its other pages. */
  @property() lab = '';
  @state() private guess: GuessName | undefined;
  @state() private about: SiteModel | null | undefined;

  protected override render() {
    const { miniLm: words } = this.words.guess;
    return html`<p class="prompt" id="prompt">
        ${words.question(cited('it'), cited('tired'), cited('wide'))}
      </p>
      <div class="guesses" role="group" aria-labelledby="prompt">
        ${guesses.map(
          (guess) =>
            html`<button
              type="button"
              aria-pressed=${this.guess === guess}
              @click=${() => this.#guess(guess)}
            >
              ${words.guesses[guess]}
            </button>`,
        )}
      </div>
      <div role="status">${this.guess ? this.#outcome() : nothing}</div>`;
  }

  /** Links that open both sentences in MiniLM with their query word, where its weights can be measured. */
  #outcome() {
    const { miniLm: words } = this.words.guess;
    if (this.about === null) return html`<p class="outcome">${words.absent}</p>`;
    const { answerPlace: word, examples } = taskRow('goes_with');
    const links = ['tired', 'wide'].map((last, i) => {
      const hash = linkOf({ model: 'minilm', text: String(examples[i]), word });
      const size = this.about ? ` (${withUnit(megabytes(this.about.bytes), 'MB')})` : '';
      return html`<a href=${`${this.lab}model.html#${inLanguage(hash, this.language)}`}
        >${words.sentence(cited(last))}${size}</a
      >`;
    });
    return html`<p class="outcome">${words.measure(cited('animal'), cited('street'))}</p>
      <p>${links}</p>`;
  }

  #guess(guess: GuessName): void {
    this.guess = guess;
    // If the server does not answer, the links have no size.
    aboutMiniLm(this.lab).then(
      (about) => (this.about = about),
      () => {},
    );
  }
}

const cited = (word: string) => html`<i lang="en">${word}</i>`;

define('attention-guess-minilm', AttentionGuessMiniLm);
