/**
 * The formula in one line, which stays in sight. A symbol leads to its stage; the symbols of the current stage are
 * highlighted.
 */
import { html, nothing } from 'lit';
import { formatProbability } from '../../../draw/format';
import { attentionAt } from '../../../model/stages/attentions';
import { indexOfLargest } from '../../../model/stages/index-of-largest';
import { answersOf, type ShownAnswer } from '../../../model/stages/answers';
import { stagesOfSymbol, symbolsOf } from '../../../model/stages/formula-symbols';
import type { StageName } from '../../../model/stages/stages';
import { offName } from '../names/override-texts';
import { formulaLine } from '../names/stage-symbols';
import { attentionTitle } from '../names/number-name';
import { answeredWord, queryWord, type StoryRows } from './story-rows';

export function formulaBar(rows: StoryRows, go: (stage: StageName) => void) {
  const { words, stage, stages } = rows;
  const lit = symbolsOf[stage];
  const end = (['u', 'y'] as const).find((name) => stages.includes(stagesOfSymbol[name][0]!));
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
      end ?? 'p',
    )}
    ${readout(rows)}
  </div>`;
}

/**
 * The key word with the largest weight, unless the head is off, and the model's answer. Too large numbers leave no
 * weights and no answer.
 */
export function readout(rows: StoryRows) {
  const { story, words, placed, lines } = rows;
  const attention = attentionAt(story.config, story.layer);
  const weights = lines.get('weights')![0]!.values;
  const top = indexOfLargest(weights);
  const answer = answersOf(story)[0];
  const look =
    offName(rows) ??
    (weights.every(Number.isFinite)
      ? words.story.looks(
          html`<bdi class="asking">${queryWord(rows)}</bdi>`,
          html`<bdi>${placed[attention.keys][top]}</bdi>`,
          formatProbability(weights[top]!),
          attentionTitle(attention.name, { words }),
        )
      : undefined);
  const said = answer && says(answer, rows);
  return html`<span class="readout">${look}${look && said ? ' · ' : nothing}${said}</span>`;
}

/** In the story of an encoder, the answer belongs to another word than the query word. */
function says({ id, probability }: ShownAnswer, rows: StoryRows) {
  const { story, words, vocabulary } = rows;
  if (!Number.isFinite(probability)) return words.answer.notFinite;
  const answer = html`<bdi>${vocabulary[id]}</bdi>`;
  const share = formatProbability(probability);
  return story.answered === undefined
    ? words.story.says(answer, share)
    : words.story.saysFor(html`<bdi>${answeredWord(rows)}</bdi>`, answer, share);
}
