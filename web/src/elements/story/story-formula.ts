/** The formula in one line that stays in sight: a symbol leads to its stage, and the stage's symbols are lit. */
import { html, nothing } from 'lit';
import { indexOfLargest } from '../../model/followed';
import { answersOf } from '../../model/lines';
import { type StageName, stagesOfSymbol, symbolsOf } from '../../model/stages';
import { formulaLine } from './stage-symbols';
import { percent } from './story-row';
import type { Score } from './story-score';

export function formulaBar(score: Score, go: (stage: StageName) => void) {
  const { words, stage, stages } = score;
  const lit = symbolsOf[stage];
  return html`<div class="formula" role="group" aria-label=${words.story.formula}>
    ${formulaLine((name, content) => {
      const isLit = lit.includes(name);
      const target = stagesOfSymbol[name].find((one) => stages.includes(one))!;
      return html`<button
        type="button"
        class=${isLit ? 'lit' : ''}
        aria-current=${isLit ? 'step' : 'false'}
        @click=${() => go(target)}
      >
        ${content}
      </button>`;
    }, words.formula)}
    ${readout(score)}
  </div>`;
}

/** Where the word looks, and what the model answers. */
function readout({ story, words, placed, vocabulary, lines }: Score) {
  const weights = lines.get('weights')![0]!.values;
  const top = indexOfLargest(weights);
  const answer = answersOf(story)[0];
  return html`<span class="readout"
    >${words.story.looks(
      html`<bdi class="asking">${placed[story.chosen]}</bdi>`,
      html`<bdi>${placed[top]}</bdi>`,
      percent(weights[top]!),
      words.story.layer(`${story.layer + 1}`),
    )}${
      answer
        ? html` ·
          ${words.story.says(html`<bdi>${vocabulary[answer.id]}</bdi>`, percent(answer.probability))}`
        : nothing
    }</span
  >`;
}
