/** The views of tasks that learn a text: the text itself, and the text that the model writes. */
import { html, nothing } from 'lit';
import { kOwnExample, noChanges } from '../../model/changes/visitor-changes';
import { lengthOf } from '../../training/own-text';
import { taskRow } from '../../model/examples/tasks';
import type { TrainingState } from '../../training/training-state';
import './attention-training-text';
import type { ChosenText } from './attention-training-text';
import './attention-training-writing';
import type { TrainingSession } from './training-session';

/** `start`: with the state of a run on another text. */
export function textToLearn({ state }: TrainingSession, start: (state: TrainingState) => void) {
  if (!taskRow(state.model).learns) return nothing;
  return html`<attention-training-text
    .task=${state.model}
    .text=${state.trainingText}
    .length=${lengthOf(state)}
    @attention-text=${({ detail: { text: trainingText } }: CustomEvent<ChosenText>) =>
      start({ ...state, text: '', changes: noChanges, step: 0, trainingText })}
  ></attention-training-text>`;
}

/** The model continues the visitor's example, or the first example without its answer. */
export function textWritten({ run, state, results, makeModel }: TrainingSession) {
  const { learns } = taskRow(state.model);
  if (!learns) return nothing;
  const prompt = state.text.trim() && results[kOwnExample]?.inspection?.tokens;
  return html`<attention-training-writing
    .trainer=${run?.isReady ? run.trainer : null}
    .makeModel=${makeModel}
    .prompt=${prompt || (results[0]?.inspection?.tokens.slice(0, -1) ?? [])}
    .learns=${learns}
    .step=${run?.step ?? 0}
    .playing=${run?.isPlaying ?? false}
  ></attention-training-writing>`;
}
