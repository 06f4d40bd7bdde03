/** The model's current and previous answers, beside the switches of its heads. Loads with the first change. */
import { html, nothing } from 'lit';
import { answersAt } from '../../../model/examples/answers';
import { exampleView } from '../../../model/examples/example-view';
import { taskRow } from '../../../model/examples/tasks';
import type { Words } from '../../../words/words';
import { exampleNames } from './example-names';
import type { ModelSession } from '../session/model-session';
import { kOwnExample } from '../../../model/changes/visitor-changes';

/** The answers of the pinned examples that ask about the story's query word, or of the visitor's own example. */
export function changedAnswers(session: ModelSession, words: Words) {
  const { storyExample } = session;
  const answers = (storyExample === kOwnExample ? [kOwnExample] : [0, 1]).map((example) =>
    saidOf(session, example, words),
  );
  const shownAnswers = answers[storyExample === kOwnExample ? 0 : storyExample];
  // A word of the encoder's input has no answer.
  if (!shownAnswers?.queryWord || shownAnswers.answers.length === 0) return nothing;
  const { queryWord } = shownAnswers;
  const pinned = exampleNames(
    answers[0]?.tokens ?? [],
    answers[1]?.tokens ?? [],
    words.trained.example,
  );
  return html`<div class="said">
    <p class="muted">${words.answer.says(html`<em>${queryWord}</em>`)}</p>
    ${answers.map((said, i) => {
      if (said?.queryWord !== queryWord) return nothing;
      const name = storyExample === kOwnExample ? words.trained.own.ownExample : pinned[i];
      return said.answers.map(
        ({ guesses, label }, answer) =>
          html`<p class="muted">${name}</p>
            <attention-answer
              .guesses=${guesses}
              .label=${label}
              .was=${session.before(said.example)?.guesses(said.row + answer)}
              .trained=${session.isTrained}
            ></attention-answer>`,
      );
    })}
  </div>`;
}

function saidOf(session: ModelSession, example: number, { training }: Words) {
  const inspection = session.inspection(example);
  if (!inspection || !session.result) return undefined;
  const { words: tokens, before } = exampleView(inspection);
  const isImage = taskRow(session.task).images !== undefined;
  const word = isImage ? 0 : session.chosenWord(example);
  const perPlace = session.result.loaded.info.answers_per_place;
  return {
    example,
    tokens,
    row: (word - before) * perPlace,
    queryWord: isImage ? training.digits.image : tokens[word],
    answers: word < before ? [] : answersAt(inspection, word - before, perPlace),
  };
}
