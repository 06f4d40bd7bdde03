/** The line of choices: the model, and changes of the whole model. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { maskOf, positionsOf } from '../../../model/stages/attentions';
import { isShippedModel, shippedModels } from '../../../model/trained/shipped-models';
import type { OtherModel } from '../../../model/trained/other-models';
import { nameOfModel, taskRow } from '../../../model/examples/tasks';
import type { Words } from '../../../words/words';
import { HeadWords } from '../../head-maps/head-words';
import type { ModelSession } from '../session/model-session';
import type { OtherModels } from './other-model-choice';
import { allHeads, switchedHeads } from '../../../model/heads/switched-heads';

interface Choice {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly selected: string;
  readonly choose: (value: string) => void;
}

const choice = ({ label, options, selected, choose }: Choice) =>
  html`<label
    >${label}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(
        ([value, name]) =>
          html`<option value=${value} .selected=${live(value === selected)}>${name}</option>`,
      )}
    </select>
  </label>`;

/** `changes`: the chips of the changes. */
export function modelLine(
  session: ModelSession,
  others: OtherModels,
  words: Words,
  changes: unknown,
) {
  const { line } = words.trained;
  const { state, result } = session;
  const config = result?.loaded.info.config;
  const ownMask = config ? maskOf(config) : 'none';
  const positions = config ? positionsOf(config) : 'learned';
  return html`<div class="line model" role="group" aria-label=${line.label}>
      ${choice({
        label: line.model,
        options: [
          ...shippedModels.map((name) => [name, nameOfModel(name, words)] as const),
          ...others.options(words),
        ],
        // The model that is shown, even while another one is offered below.
        selected: session.models.file ? 'file' : state.model,
        choose: (name) => chooseModel(name, session, others),
      })}
      ${choice({
        label: line.mask,
        options: (['none', 'causal'] as const).map((mask) => [mask, line.masks[mask]]),
        selected: state.mask ?? ownMask,
        choose: (mask) =>
          session.changeShown({ mask: mask === ownMask ? null : (mask as 'none' | 'causal') }),
      })}
      ${choice({
        label: line.positions,
        options: [
          ...(positions === 'none' ? [] : [['learned', line.place[positions]] as const]),
          ['none', line.place.none],
        ],
        selected: state.positions ?? 'learned',
        choose: (value) => session.changeShown({ positions: value === 'none' ? 'none' : null }),
      })}
      ${taskRow(session.task).arcs.map((attention) => layer(session, words, attention))} ${changes}
    </div>
    ${others.render()}`;
}

function chooseModel(name: string, session: ModelSession, others: OtherModels): void {
  others.choose(isShippedModel(name) ? null : (name as OtherModel));
  if (isShippedModel(name) && (session.models.file || name !== session.state.model))
    session.choose(name);
}

/** Switches all heads of an attention off and on. */
function layer(session: ModelSession, words: Words, attention: string) {
  const { heads: names, some } = words.trained.line;
  const { changes } = session.shownState;
  const { off } = changes;
  const heads = session.result?.examples[0]?.original?.example.weights[attention]?.shape[0] ?? 1;
  const count = off.filter((place) => place.attention === attention).length;
  const partly = count > 0 && count < heads;
  return choice({
    label: new HeadWords(words.training, session.task).titleOf(attention),
    options: [
      ['on', names.on],
      ['off', names.off],
      ...(partly ? ([['some', some(count, heads)]] as const) : []),
    ],
    selected: partly ? 'some' : count > 0 ? 'off' : 'on',
    choose: (value) =>
      value !== 'some' &&
      session.changeShown({
        changes: {
          ...changes,
          off: switchedHeads(off, allHeads(attention, heads), value === 'on'),
        },
      }),
  });
}
