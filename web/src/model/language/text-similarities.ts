/** How alike texts are: what each token contributes to that, and how it changes without each head. */
import type { Tensor } from '../../../../wasm/engine';
import { checkCall } from '../../engine/checks/check-call';
import { expectCallback, expectList, expectObject, refuseValue } from '../../engine/checks/expect';
import { headsPerLayer, type OpenModel, type TextEngine } from '../checkpoint/open-model';
import type { TokenizedText } from '../checkpoint/word-pieces';
import type { HeadPlace } from '../heads/head-place';
import { changesOf, type ChangedText } from './text-changes';
import type { HeadEffects } from './text-vectors';

export interface ComparedTexts {
  /** The tokens of each text. */
  readonly tokens: readonly (readonly string[])[];
  /** [text, other_text]: cosines of the texts' vectors. */
  readonly similarities: Tensor;
}

export interface ComparedPair {
  readonly similarity: number;
  /** For both texts: each token with its part in the similarity, as input times gradient. */
  readonly parts: readonly { readonly tokens: readonly string[]; readonly values: Float32Array }[];
}

export class TextSimilarities {
  constructor(
    private readonly model: OpenModel,
    private readonly engine: TextEngine,
    private readonly tokenize: (text: string) => TokenizedText,
  ) {}

  /** How alike the texts are, any two of them. */
  async compare(
    texts: readonly string[],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<ComparedTexts> {
    checkCall(options, ['off']);
    expectList('the texts', texts);
    const tokenized = Array.from(texts, (text) => this.tokenize(text));
    const ids = tokenized.map((each) => each.ids);
    const interventions = changesOf(options, 0);
    const similarities = await this.model.similarities({ ids }, { interventions });
    return { tokens: tokenized.map(({ tokens }) => tokens), similarities };
  }

  /** The change of the similarity of two texts without each head. Null if `onProgress` returns false. */
  async withoutEachHead(
    texts: readonly [string, string],
    onProgress: (done: number) => boolean,
    off: readonly HeadPlace[] = [],
  ): Promise<HeadEffects | null> {
    expectPair(texts);
    expectCallback('onProgress', onProgress);
    const ids = Array.from(texts, (text) => this.tokenize(text).ids);
    const interventions = changesOf({ off }, 0);
    const before = (await this.model.similarities({ ids }, { interventions })).data[1]!;
    const layers = this.model.config.layers!;
    const heads = headsPerLayer(this.model);
    const without = new Float32Array(layers * heads);
    for (let layer = 0; layer < layers; ++layer) {
      const done = layer * heads;
      if (onProgress?.(done) === false) return null;
      // A layer at once: other work of the engine comes between.
      const similarities = await this.model.similaritiesWithoutHeads(
        { ids },
        { layer, interventions },
      );
      without.set(similarities.data, done);
    }
    const inputs = { without: { shape: [layers, heads], data: without } };
    return (await this.engine.run('head_effects', { config: { before }, inputs })).outputs;
  }

  /** The same changes, with the means of heads that have a name and of the others; heads are numbered layer by layer. */
  async withNames(effects: HeadEffects, namedHeads: readonly number[]): Promise<HeadEffects> {
    const { changes } = expectObject('the effects', effects) as HeadEffects;
    // `before` is 0 by default: the changes come back unchanged.
    const call = { config: { named: namedHeads }, inputs: { without: changes } };
    return (await this.engine.run('head_effects', call)).outputs;
  }

  /** The contribution of each token to the similarity of two texts. */
  async comparePair(
    texts: readonly [string, string],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<ComparedPair> {
    checkCall(options, ['off']);
    expectPair(texts);
    const tokenized = Array.from(texts, (text) => this.tokenize(text));
    const ids = tokenized.map((each) => each.ids);
    const target = { field: 'similarities', index: [0, 1] };
    const interventions = changesOf(options, 0);
    const attributions = await this.model.attributions({ ids }, { of: target, interventions });
    const n = attributions.tokens.shape[1]!;
    const parts = tokenized.map(({ tokens }, i) => {
      const values = attributions.tokens.data.slice(i * n, i * n + tokens.length);
      return { tokens, values };
    });
    return { similarity: attributions.number, parts };
  }
}

function expectPair(texts: readonly string[]): void {
  if (expectList('the texts', texts).length !== 2) refuseValue('two texts', [], texts);
}
