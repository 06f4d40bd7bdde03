/** The offer below the list of models, for a model of another page or for a file. Loads when one is first chosen. */
import { html, type ReactiveControllerHost } from 'lit';
import type { OtherModel } from '../../../model/trained/other-models';
import { carriedSentence } from '../../../model/trained/carried';
import './attention-other-model';
import type { ModelSession } from '../session/model-session';

/** The chosen model, and the problem with the last file. */
interface Offered {
  readonly host: ReactiveControllerHost & { readonly lab: string };
  readonly session: ModelSession;
  selected: OtherModel | null;
  problem: Error | null;
  isOpening: boolean;
}

export function offer(others: Offered, kind: OtherModel) {
  const { session, host, problem, isOpening } = others;
  const { result, draft, models } = session;
  // MiniLM also knows the words of a sentence that this model cannot read.
  const state = { ...session.state, text: draft.text ?? session.state.text };
  return html`<attention-other-model
    .kind=${kind}
    .lab=${host.lab}
    .sentence=${carriedSentence(state, state.example)}
    .mask=${state.mask}
    .file=${result && models.file ? { name: models.file.name, ...result.loaded } : null}
    .problem=${problem}
    .opening=${isOpening}
    @attention-own-file=${({ detail }: CustomEvent<File>) => void open(others, detail)}
    @attention-own-file-close=${() => session.choose(session.task)}
  ></attention-other-model>`;
}

export const offerForUnknownWord = (lab: string, text: string) =>
  html`<attention-other-model unknown .lab=${lab} .sentence=${{ text }}></attention-other-model>`;

/** An error in the file is shown beside the button, and the last valid model stays. */
async function open(others: Offered, file: File): Promise<void> {
  others.problem = null;
  others.isOpening = true;
  others.host.requestUpdate();
  try {
    await others.session.open(file);
    others.selected = null;
  } catch (problem) {
    others.problem = problem as Error;
  }
  others.isOpening = false;
  others.host.requestUpdate();
}
