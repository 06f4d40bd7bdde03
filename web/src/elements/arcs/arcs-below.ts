/** What is below the sentence of `<attention-arcs>`: choices of forced rows, the table, the direction and the Save menu. */
import { html, nothing } from 'lit';
import { arcDirections, type ArcDirection } from '../../model/heads/arc-direction';
import { placedTokens } from '../../model/tokens/placed-tokens';
import type { Words } from '../../words/words';
import '../save/attention-save';
import '../views/attention-table';
import { sendView } from '../base/view-events';
import { allWords, forcedKey, canForceRow, type ForcedLayerRow } from '../weights/arc-layer';
import { forceChoices } from '../weights/force-choices';
import { arcsSaved, arcsTable, arcsTitle, type Arcs } from './arcs-content';

interface Sentence extends Arcs, HTMLElement {
  readonly forced: readonly ForcedLayerRow[];
  readonly compact: boolean;
  direction: ArcDirection;
}

/**
 *   shown     the rows of weights that are shown, for each layer
 *   isTurned  whether words are columns of the table
 *   free      handles a key that may free all rows of the chosen word
 */
export function arcsBelow(
  arcs: Sentence,
  shown: () => readonly Float32Array[],
  isTurned: boolean,
  free: (event: KeyboardEvent) => void,
  words: Words,
) {
  const { compact } = arcs;
  const label = arcsTitle(arcs, words);
  const list = () => arcsTable(arcs, shown(), isTurned, words);
  const save = () => arcsSaved(arcs, words);
  const table = html`<attention-table label=${label} .content=${list}></attention-table>`;
  const turn = ({ target }: Event) => {
    arcs.direction = (target as HTMLSelectElement).value as ArcDirection;
    sendView(arcs, 'attention-direction', { direction: arcs.direction });
  };
  return html`<div class="below">
    ${compact ? table : nothing}${forcedRows(arcs, free, words)}
    <div class="table-and-save">
      ${compact ? nothing : table}
      <label class="tool"
        >${words.arcs.direction}
        <select @change=${turn}>
          ${arcDirections.map(
            (direction) =>
              html`<option value=${direction} .selected=${direction === arcs.direction}>
                ${words.arcs.directions[direction]}
              </option>`,
          )}
        </select></label
      >
      <attention-save label=${label} .content=${save}></attention-save>
    </div>
  </div>`;
}

function forcedRows(arcs: Sentence, free: (event: KeyboardEvent) => void, words: Words) {
  const { chosen, tokens, compact } = arcs;
  const word = html`<bdi>${tokens[chosen]}</bdi>`;
  const places = [...placedTokens(tokens).entries()];
  const layers = arcs.layers.flatMap(({ title, shortTitle, keys }, layer) => {
    if (!canForceRow(arcs, layer)) return [];
    const { from, count } = keys ?? allWords(arcs);
    const groupLabel = compact ? shortTitle : undefined;
    return [{ layer, title, groupLabel, places: new Map(places.slice(from, from + count)) }];
  });
  if (layers.length === 0) return html`<div class="tools"></div>`;
  return html`<div class="tools" @keydown=${free}>
    <span>${words.arcs.force(word)}</span>
    ${forceChoices(
      {
        layers,
        label: (title) => words.arcs.forceIn(title, tokens[chosen] ?? ''),
        keyOf: (layer) => forcedKey(arcs, layer, chosen),
        force: (layer, key) => sendView(arcs, 'attention-force', { layer, query: chosen, key }),
      },
      words,
    )}
    <span class="hint">${words.arcs.hint}</span>
  </div>`;
}
