/** The maps of all heads, with the role of each head beside them. */
import { html } from 'lit';
import { headsOfRelation, type RelationName } from '../../../model/heads/found-heads';
import type { LanguageState } from '../../../model/language/language-state';
import type { Words } from '../../../words/words';
import './attention-all-heads';
import './attention-head-relations';
import './attention-save-sentence';
import type { HeadFinding } from './head-finding';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { shownForm, addMapProvenance, changeFacts, type Viewed } from '../base/sentence-maps';

interface Measured {
  readonly state: LanguageState;
  readonly finding: HeadFinding;
  /** The hovered relation. */
  readonly pointed: RelationName | undefined;
  /** Whether the progress of the measurement is shown here, because the list of named heads is hidden. */
  readonly showsProgress: boolean;
}

/** `selected`: the head, counted layer by layer. */
export function headsPart(
  { model, seen, sentence, word }: Viewed,
  selected: number,
  { state, finding, pointed, showsProgress }: Measured,
  all: Words,
) {
  const { languageModel: words } = all;
  const { foundHeads, sentences, problem } = finding;
  const relation = pointed ?? state.relation;
  const scores = foundHeads?.relations.find((row) => row.relation === relation)?.heads;
  return html`<section class="row heads">
    <div>
      <h2>${words.heads}</h2>
      <p>${words.headsHint}</p>
      <attention-all-heads
        .tokens=${sentence.tokens}
        .heads=${sentence.maps}
        .shares=${sentence.shares}
        .figures=${sentence.figures}
        .order=${state.order}
        .scores=${scores?.map(({ share }) => share) ?? null}
        .hits=${foundHeads ? headsOfRelation(foundHeads, relation) : []}
        .chosen=${selected}
        .query=${word}
        @attention-provenance=${addMapProvenance(seen, shownForm(state.delimiters, seen))}
      ></attention-all-heads>
      <attention-save-sentence
        @attention-provenance=${(event: ProvenanceEvent) => addProvenance(event, changeFacts(seen.changes, model.heads))}
        .model=${model}
        .seen=${seen}
      ></attention-save-sentence>
    </div>
    <attention-head-relations
      .found=${foundHeads}
      .sentences=${sentences}
      .progress=${showsProgress ? finding.progress : undefined}
      .problem=${problem}
      .chosen=${[Math.floor(selected / model.heads), selected % model.heads]}
      .relation=${state.relation}
      .search=${state.search}
      .applies=${finding.queryToken(state.relation, seen, state.word) !== undefined}
    ></attention-head-relations>
  </section>`;
}
