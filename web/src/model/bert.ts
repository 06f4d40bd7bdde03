/** A BERT model that is open: what its heads do in a sentence. */
import { Tokenizer } from '@huggingface/tokenizers';
import type {
  Intervention,
  ModelInspection,
  NamedTensors,
  TokenModelConfig,
} from '../../../wasm/engine';
import { interventionsOf, type ForcedWeights } from '../training/interventions';
import type { HeadPlace } from '../training/view-types';
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import { readBert } from './bert-files';

interface OpenModel {
  readonly config: TokenModelConfig;
  inspect(
    input: { ids: readonly number[] },
    options: { fields: readonly string[]; interventions: readonly Intervention[] },
  ): Promise<ModelInspection>;
  dispose(): void;
}

/** The part of an engine of training.wasm that runs models. */
export interface BertEngine {
  model(made: { config: TokenModelConfig; parameters: NamedTensors }): Promise<OpenModel>;
}

export interface BertSentence {
  readonly text: string;
  /** Pieces of words begin with ##; the first and last are [CLS] and [SEP]. */
  readonly tokens: readonly string[];
  /** Of each layer, from the first: [head, query, key]. */
  readonly weights: readonly Float32Array[];
}

export class Bert {
  private constructor(
    private readonly model: OpenModel,
    private readonly tokenizer: Tokenizer,
  ) {}

  /** Throws a Refusal for files that are no BERT model, and what the engine throws. */
  static async open(files: readonly File[], engine: BertEngine): Promise<Bert> {
    const { config, parameters, tokenizer } = await readBert(files);
    const model = await engine.model({ config, parameters });
    return new Bert(model, new Tokenizer(tokenizer, {}));
  }

  get layers(): number {
    return this.model.config.layers!;
  }

  get heads(): number {
    const { heads = 1 } = this.model.config;
    return typeof heads === 'number' ? heads : heads[0]!;
  }

  get width(): number {
    return this.model.config.d_model;
  }

  /**
   * With these heads switched off and these rows of weights forced onto one token. Throws a Refusal for a
   * text without words, or with too many, and for another model's tokenizer.
   */
  async read(
    text: string,
    off: readonly HeadPlace[] = [],
    forced: readonly ForcedWeights[] = [],
  ): Promise<BertSentence> {
    const { ids, tokens } = this.tokenizer.encode(text);
    const { max_length: max = 0, vocab_size: size = 0 } = this.model.config;
    if (ids.length < 3) throw new Refusal(({ opened }) => opened.empty);
    if (ids.length > max) throw new Refusal(({ opened }) => opened.tooLong(max, ids.length));
    const unknown = ids.find((id) => id >= size);
    if (unknown !== undefined)
      throw new Refusal(({ opened }) => opened.otherVocabulary(unknown, size));
    const fields = Array.from({ length: this.layers }, (_, i) => `layers.${i}.attention.weights`);
    const interventions = interventionsOf(off, forced, () => ids.length);
    const { trace } = await this.model.inspect({ ids }, { fields, interventions });
    return { text, tokens, weights: fields.map((name) => trace[name]!.data) };
  }

  close(): void {
    this.model.dispose();
  }
}
