/** The views at the end of the page of a model: a masked word, the paths of a word, texts compared, rounding. */
import { html, nothing } from 'lit';
import type { LanguageState } from '../../model/language/language-state';
import type { TextModel } from '../../model/language/text-model';
import { addProvenance, type ProvenanceEvent } from '../save/provenance-event';
import { changeFacts } from './base/sentence-maps';
import type { ModelOpening } from './model-opening';

/** A view that keeps its last result while its texts cannot be read. */
interface View extends Element {
  /** The settings of its result. */
  readonly shown: Partial<LanguageState>;
}

/** `named`: the heads that have a name, once they are found. */
export function furtherViews(
  model: TextModel,
  state: LanguageState,
  named: readonly number[] | undefined,
  { exact, engine }: ModelOpening,
  addSource: (event: ProvenanceEvent, shown: Partial<LanguageState>) => void,
) {
  const { off } = state;
  const add = (event: ProvenanceEvent) => {
    const { shown } = event.currentTarget as View;
    // Only heads that are off change these views.
    addProvenance(event, changeFacts({ off: shown.off ?? [] }, model.heads));
    addSource(event, shown);
  };
  return html`${
      model.predictsWords
        ? html`<attention-masked-word
            @attention-provenance=${add}
            .model=${model}
            .off=${off}
            .masked=${state.masked}
          ></attention-masked-word>`
        : nothing
    }
    <attention-word-paths
      @attention-provenance=${add}
      .model=${model}
      .off=${off}
      .followed=${state.followed}
      .cosines=${state.cosines}
    ></attention-word-paths>
    <attention-similarities
      @attention-provenance=${add}
      .model=${model}
      .off=${off}
      .named=${named}
      .texts=${state.texts}
      .pair=${state.pair}
    ></attention-similarities>
    <attention-rounding
      .model=${model}
      .exact=${exact}
      .engine=${engine}
      .text=${state.text}
    ></attention-rounding>`;
}
