/**
 * The formula in one line, which stays in sight. A symbol leads to its stage; the symbols of the current stage are
 * highlighted.
 */
import { html, nothing } from 'lit';
import { formatProbability } from '../../../draw/format';
import { attentionAt } from '../../../model/stages/attentions';
import { indexOfLargest } from '../../../model/stages/index-of-largest';
import { answersOf } from '../../../model/stages/answers';
import { type StageName, stagesOfSymbol, symbolsOf } from '../../../model/stages/stages';
import { offName } from '../names/overrides';
import { formulaLine } from '../names/stage-symbols';
import { attentionTitle } from '../names/number-name';
import { answeredWord, queryWord, type StoryRows } from './story-rows';

export function formulaBar(rows: StoryRows, go: (stage: StageName) => void) {
  const { words, stage, stages } = rows;
  const lit = symbolsOf[stage];
  return html`<div class="formula" role="group" aria-label=${words.story.formula}>
    ${formulaLine(
      (name, content) => {
        const isLit = lit.includes(name);
        const target = stagesOfSymbol[name].find((stage) => stages.includes(stage))!;
        return html`<button
          type="button"
          class=${isLit ? 'lit' : ''}
          aria-current=${isLit ? 'step' : 'false'}
          @click=${() => go(target)}
        >
          ${content}
        </button>`;
      },
      words.formula,
      stages.includes('pooled') ? 'u' : 'p',
    )}
    ${readout(rows)}
  </div>`;
}

/** The key word with the largest weight, unless the head is off, and the model's answer. */
export function readout(rows: StoryRows) {
  const { story, words, placed, vocabulary, lines } = rows;
  const attention = attentionAt(story.config, story.layer);
  const weights = lines.get('weights')![0]!.values;
  const top = indexOfLargest(weights);
  const answer = answersOf(story)[0];
  return html`<span class="readout"
    >${
      offName(rows) ??
      words.story.looks(
        html`<bdi class="asking">${queryWord(rows)}</bdi>`,
        html`<bdi>${placed[attention.keys][top]}</bdi>`,
        formatProbability(weights[top]!),
        attentionTitle(attention.name, { words }),
      )
    }${
      answer
        ? html` ·
          ${says(html`<bdi>${vocabulary[answer.id]}</bdi>`, formatProbability(answer.probability), rows)}`
        : nothing
    }</span
  >`;
}

/** In the story of an encoder, the answer belongs to another word than the query word. */
function says(answer: unknown, share: string, rows: StoryRows) {
  const { story } = rows.words;
  return rows.story.answered === undefined
    ? story.says(answer, share)
    : story.saysFor(html`<bdi>${answeredWord(rows)}</bdi>`, answer, share);
}
