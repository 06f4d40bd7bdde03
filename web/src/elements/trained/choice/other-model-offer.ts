/** The offer below the list of models, for a model of another page or for a file. Loads when one is first chosen. */
import { html, type ReactiveControllerHost } from 'lit';
import type { OtherModel } from '../../../model/trained/other-models';
import { carriedSentence } from '../../../model/trained/carried';
import { withText } from '../../../model/trained/model-state';
import './attention-other-model';
import { openOwnFile, type Opening } from './open-own-file';
import type { ModelSession } from '../session/model-session';

interface Offered extends Opening {
  readonly host: ReactiveControllerHost & { readonly lab: string };
  readonly session: ModelSession;
}

export function offer(others: Offered, kind: OtherModel) {
  const { session, host, problem, opening } = others;
  const { result, draft, models } = session;
  // MiniLM also knows the words of a sentence that this model cannot read.
  const state = withText(session.state, draft.text ?? session.state.text);
  return html`<attention-other-model
    .kind=${kind}
    .lab=${host.lab}
    .sentence=${carriedSentence(state, state.example)}
    .mask=${state.mask}
    .file=${result && models.file ? { name: models.file.name, ...result.loaded } : null}
    .problem=${problem}
    .opening=${opening !== null}
    @attention-own-file=${({ detail }: CustomEvent<File>) => void openOwnFile(others, detail)}
    @attention-own-file-close=${() => session.choose(session.task)}
  ></attention-other-model>`;
}

export const offerForUnknownWord = (lab: string, text: string) =>
  html`<attention-other-model unknown .lab=${lab} .sentence=${{ text }}></attention-other-model>`;
