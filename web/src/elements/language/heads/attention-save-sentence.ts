/**
 * `<attention-save-sentence>`: saves all numbers of a sentence as one NPZ file for NumPy: its tokens and ids, q, k,
 * weights and the lengths of v for all heads, and the vectors of its tokens and of the sentence. `about` describes
 * their source as JSON.
 */
import { css, html, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { download } from '../../../files/download';
import { fileName } from '../../../files/file-name';
import { nameParts, type Provenance } from '../../../files/provenance';
import { attentionOf } from '../../../model/heads/head-place';
import type { InspectedText, TextModel } from '../../../model/language/text-model';
import type { Tensor, TensorInput } from '../../../tensors/tensor';
import '../../../words/add-language-model';
import { loaded, messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { linkButtons } from '../../styles/link-button.styles';
import { provenanceOf } from '../../save/provenance-event';
import { screenOnly } from '../../styles/theme';
import { WordedElement } from '../../base/worded';
import { problemLine } from '../../parts/problem-line';

export class AttentionSaveSentence extends WordedElement {
  static override styles = [
    screenOnly,
    linkButtons,
    css`
      p {
        margin-block: 0.25rem;
        font-size: 0.875rem;
      }
      p.problem {
        color: var(--wrong);
      }
      button {
        font-size: inherit;
      }
      @media (pointer: coarse) {
        button {
          min-block-size: 2.75rem;
        }
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  /** Saved with the changes that it was computed with. */
  @property({ attribute: false }) seen: InspectedText | undefined;
  @state() private problem: Error | null = null;
  @state() private isSaving = false;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('seen')) this.problem = null;
  }

  protected override render() {
    const { problem } = this;
    return html`<p>
        <button type="button" aria-disabled=${this.isSaving} @click=${() => void this.#save()}>
          ${this.words.languageModel.saveEverything}
        </button>
      </p>
      ${problemLine(problem && messageOf(problem)(this.words))}`;
  }

  async #save(): Promise<void> {
    const { model, seen } = this;
    if (!model || !seen || this.isSaving) return;
    [this.isSaving, this.problem] = [true, null];
    try {
      await saveSentence(model, seen, provenanceOf(this));
    } catch (error) {
      if (this.seen === seen) this.problem = error as Error;
    } finally {
      this.isSaving = false;
    }
  }
}

async function saveSentence(
  model: TextModel,
  seen: InspectedText,
  provenance: Provenance,
): Promise<void> {
  const { ids, tokens, word_of, weights, embedding } = seen;
  const n = ids.length;
  const all = new Float32Array(weights.length * model.heads * n * n);
  weights.forEach((layer, i) => all.set(layer, i * layer.length));
  const attentions = weights.map((_, i) => attentionOf(i));
  const fields = attentions.flatMap((name) => [`${name}.q`, `${name}.k`]);
  const { trace } = await model.inspect(seen.text, { ...seen.changes, fields });
  const ofLayers = (field: 'q' | 'k') =>
    stacked(
      attentions.map((name) => trace[`${name}.${field}`]!),
      trace[`${attentions[0]}.${field}`]!.shape.slice(1),
    );
  const lengths: Tensor[] = [];
  for (const name of attentions)
    lengths.push((await model.valueWeighted(seen.text, name, seen.changes)).lengths);
  const [{ npzOf }, { npyOfIntegers, npyOfTexts }] = await loaded(
    Promise.all([import('../../../files/npz'), import('../../../files/npy')]),
  );
  const numbers = {
    weights: { shape: [weights.length, model.heads, n, n], data: all },
    q: ofLayers('q'),
    k: ofLayers('k'),
    value_lengths: stacked(lengths, [model.heads, n]),
    vectors: await model.vectors.tokenVectors(seen.text, seen.changes),
    embedding: { shape: [embedding.length], data: embedding },
  };
  const about = JSON.stringify({ ...provenance, text: seen.text });
  const bytes = npzOf(Object.entries(numbers), [
    ['ids', npyOfIntegers(ids)],
    ['word_of', npyOfIntegers(word_of)],
    ['tokens', npyOfTexts(tokens)],
    ['about', npyOfTexts([about])],
  ]);
  const name = fileName(['sentence', ...nameParts(provenance)], 'npz');
  download(name, bytes, 'application/octet-stream');
}

/** [layer, ...], from the tensors of the layers. */
function stacked(layers: readonly Tensor[], shape: readonly number[]): TensorInput {
  const size = layers[0]!.data.length;
  const data = new Float32Array(layers.length * size);
  layers.forEach((layer, i) => data.set(layer.data, i * size));
  return { shape: [layers.length, ...shape], data };
}

define('attention-save-sentence', AttentionSaveSentence);
