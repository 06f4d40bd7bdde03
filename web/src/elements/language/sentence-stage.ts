/** The sentence with the arcs of a head and what is known about that head. It stays in sight while the maps pass below it. */
import { html } from 'lit';
import { isHead } from '../../model/heads/head-place';
import type { ArcDirection } from '../../model/heads/arc-direction';
import { forcedRows } from '../../model/language/language-changes';
import type { LanguageState } from '../../model/language/language-state';
import type { Words } from '../../words/words';
import '../arcs/attention-arcs';
import type { ForcedLayerRow } from '../weights/arc-layer';
import { addMapProvenance, shownForm, type Viewed } from './base/sentence-maps';
import './heads/attention-head-card';
import type { HeadFinding } from './heads/head-finding';
import { delimiterLine } from './sentence/delimiter-choice';

interface Staged {
  readonly state: LanguageState;
  readonly finding: HeadFinding;
  /** The weights of the head without changes, if there are changes. */
  readonly before: Float32Array | undefined;
  readonly presenting: boolean;
  readonly change: (change: Partial<LanguageState>) => void;
}

/** `visible`: the head, counted layer by layer. */
export function sentenceStage(
  { model, seen, sentence, from, word }: Viewed,
  visible: number,
  { state, finding, before, presenting, change }: Staged,
  all: Words,
) {
  const { attention, head, weights, name, on } = sentence.maps[visible]!;
  const layer = Math.floor(visible / model.heads);
  const { direction, forced, off, relation } = state;
  const place = all.languageModel.place(layer + 1, head + 1);
  const title = on ? place : all.languageModel.placeOff(place);
  const ink = on && name !== undefined ? 1 : 0;
  const force = ({ query, key }: ForcedLayerRow & { key?: number }) => {
    const row = { attention, head, query: query + from };
    change({ forced: forcedRows(forced, row, key === undefined ? undefined : key + from) });
  };
  return html`<section
    class="stage"
    @attention-provenance=${addMapProvenance(seen, shownForm(state.delimiters, seen), place)}
    @attention-choose=${({ detail }: CustomEvent<{ index: number }>) => change({ word: detail.index - (1 - from) })}
    @attention-direction=${({ detail }: CustomEvent<{ direction: ArcDirection }>) => change({ direction: detail.direction })}
    @attention-force=${({ detail }: CustomEvent<ForcedLayerRow & { key?: number }>) => force(detail)}
  >
    <div class="row">
      <attention-arcs
        compact
        .tokens=${sentence.tokens}
        .joined=${sentence.joined}
        .layers=${[{ title, weights, before, ink, off: !on }]}
        .chosen=${word}
        .direction=${direction}
        .forced=${forced
          .filter(isHead(attention, head))
          .map(({ query, key }) => ({ layer: 0, query: query - from, key: key - from }))}
      ></attention-arcs>
      ${delimiterLine(
        all,
        seen,
        { layer, head, query: word + from },
        state.delimiters,
        presenting ? null : (delimiters) => change({ delimiters }),
      )}
      <attention-head-card
        .layer=${layer}
        .head=${head}
        .heads=${model.heads}
        .found=${finding.foundHeads}
        .relation=${relation}
        .off=${off}
        .isWithoutWords=${presenting && !finding.applies(relation, [layer, head], seen)}
      ></attention-head-card>
    </div>
  </section>`;
}
