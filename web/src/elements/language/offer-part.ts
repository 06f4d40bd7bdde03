/** The models that can be opened, with the line about the open one. */
import { html } from 'lit';
import type { Words } from '../../words/words';
import type { ModelRequest } from './base/language-events';
import type { ModelOpening } from './model-opening';
import './offer/attention-model-offer';
import { openLine } from './open-line';

interface OfferRequests {
  /** Ends the opening of a model. */
  readonly cancel: () => void;
  /** Loads the list of models again. */
  readonly askAgain: () => void;
}

/** `wantedFiles`: the name of the model in the visitor's own files that a link asks for. */
export function offerPart(
  opening: ModelOpening,
  words: Words,
  { cancel, askAgain }: OfferRequests,
  wantedFiles: string | null,
) {
  const { model, phase, bytes, problem, requested, isNotKept, offered } = opening;
  return html`<attention-model-offer
    .phase=${phase}
    .bytes=${bytes}
    .problem=${problem}
    .isNotKept=${isNotKept}
    .models=${offered.models}
    .modelsProblem=${offered.problem}
    .ownOnly=${offered.isNowhere}
    .wantsFiles=${!model && wantedFiles !== null}
    .requestedModel=${requested}
    .canShrink=${opening.canShrink}
    .open=${model ? openLine(model, opening.name, words) : undefined}
    .modelName=${opening.modelName}
    @attention-model-open=${({ detail }: CustomEvent<ModelRequest>) => void opening.open(detail)}
    @attention-model-cancel=${cancel}
    @attention-model-shrink=${() => void opening.shrink()}
    @attention-models-ask=${askAgain}
  ></attention-model-offer>`;
}
