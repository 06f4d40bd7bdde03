/**
 * A line at the bottom of a phone's screen with the largest weight of the chosen word, while its sentence is out of
 * sight.
 */
import { html } from 'lit';
import { formatProbability } from '../../../draw/format';
import type { Words } from '../../../words/words';

/** `row`: the weights of the word. */
export function strongestWeight(
  tokens: readonly string[],
  word: number,
  row: Float32Array,
  { strongest }: Words['languageModel'],
  back: () => void,
) {
  const largest = Math.max(...row);
  const link = `${tokens[word]} → ${tokens[row.indexOf(largest)]} ${formatProbability(largest)}`;
  return html`<p class="strongest">
    <bdi>${link}</bdi>
    <button type="button" @click=${back}>${strongest}</button>
  </p>`;
}
