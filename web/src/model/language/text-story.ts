/** The story of a text in a BERT model: the numbers of one layer, head and word, up to the model's output. */
import type {
  HeadInspection,
  NumberGradients,
  NumberPlace,
  RowDetail,
  RowPlace,
} from '../../../../wasm/engine';
import {
  expectInteger,
  expectList,
  expectObject,
  expectTexts,
  kMaxInteger,
} from '../../engine/checks/expect';
import { attentionAt } from '../stages/attentions';
import { fieldsOf, type StoryInspection } from '../stages/lines';
import type { OpenModel, TextEngine } from '../checkpoint/open-model';
import {
  feedForwardParts,
  isParameter,
  type ParameterParts,
  parameterShapes,
  type PartPlace,
  parameterParts,
} from '../stages/parameter-parts';
import type { StoryConfig } from '../stages/stages';
import { changesOf, type ChangedText } from './text-changes';
import type { TokenizedText, WordPieces } from '../checkpoint/word-pieces';

/** The place of a story. */
export interface StoryPlace {
  readonly layer: number;
  readonly head: number;
  /** The query token, from 0. */
  readonly query: number;
}

export interface StoryRequest {
  readonly place: StoryPlace;
  /** The texts whose vectors are compared with the text's vector. */
  readonly texts: readonly string[];
}

export interface StoryOfText extends StoryRequest {
  readonly inspection: StoryInspection;
  /** The arithmetic of the token's row in this head. */
  readonly row: RowDetail;
}

function checkPlace<Name extends keyof StoryPlace>(
  place: Pick<StoryPlace, Name>,
  names: readonly Name[],
): void {
  expectObject('the place', place);
  for (const name of names) expectInteger(name, place[name], 0, kMaxInteger);
}

/** The texts whose vectors are kept. */
const kTexts = 20;

export class TextStory {
  /** The configuration of the model. */
  readonly config: StoryConfig;
  /** The words of all predictions so far, by id. */
  readonly vocabulary: string[] = [];
  /** The parameters of the last layer's feed-forward that was read. */
  #feedForward: { readonly layer: number; readonly read: Promise<ParameterParts> } | null = null;
  readonly #vectors = new Map<string, Promise<Float32Array>>();

  constructor(
    private readonly model: OpenModel,
    private readonly engine: Pick<TextEngine, 'run'>,
    private readonly pieces: WordPieces,
    private readonly tokenize: (text: string) => TokenizedText,
  ) {
    const predicts_words = model.predicts_words && pieces.mask !== null;
    this.config = { ...model.config, predicts_words };
  }

  /** A text of n tokens may be shorter than the previous one. */
  fitting(request: StoryRequest, n: number): StoryRequest {
    const { place, texts } = expectObject('the story', request) as StoryRequest;
    checkPlace(place, ['layer', 'head', 'query']);
    expectTexts('texts', texts);
    return { place: { ...place, query: Math.min(place.query, n - 1) }, texts };
  }

  /** The options with which a text is inspected for its story. */
  inspectOptions({ layer, head, query }: StoryPlace): { fields: string[]; row: RowPlace } {
    const { config } = this;
    const { name: attention } = attentionAt(config, layer);
    return { fields: fieldsOf({ config, layer }), row: { attention, head, query } };
  }

  /** Computes the story alone. */
  async compute(text: string, asked: StoryRequest, changes: ChangedText): Promise<StoryOfText> {
    const { ids } = this.tokenize(text);
    const request = this.fitting(asked, ids.length);
    const { fields, row } = this.inspectOptions(request.place);
    const computed = this.model.heads(
      { ids },
      {
        attentions: [],
        tokens: [],
        rescaled: false,
        row,
        fields: [...fields, 'pooled'],
        interventions: changesOf(changes, ids.length),
      },
    );
    return this.fromInspection(ids, request, changes, computed);
  }

  /** Reads the story from a computation that returned what `inspectOptions` names. */
  async fromInspection(
    ids: readonly number[],
    request: StoryRequest,
    changes: ChangedText,
    computed: Promise<HeadInspection>,
  ): Promise<StoryOfText> {
    const { query } = request.place;
    const predicts = this.config.predicts_words === true;
    const interventions = changesOf(changes, ids.length);
    const [{ trace, vector, row }, predicted] = await Promise.all([
      computed,
      predicts
        ? this.model.maskedWords({ ids }, { places: [query], max_words: 5, interventions })
        : [],
    ]);
    const answers: StoryInspection['answers'] = [];
    if (predicted[0]) answers[query] = predicted[0];
    for (const { id } of predicted.flat()) this.vocabulary[id] ??= this.pieces.tokenText(id);
    const similarities = predicts ? [] : await this.#similarities(vector!.data, request, changes);
    return { ...request, inspection: { trace, answers, similarities }, row: row! };
  }

  /** The gradients of a number with respect to the fields that the story shows. */
  async gradients(
    text: string,
    request: StoryRequest,
    changes: ChangedText,
    of: NumberPlace,
  ): Promise<NumberGradients> {
    const { ids } = this.tokenize(text);
    const { place, texts } = this.fitting(request, ids.length);
    const { fields: storyFields, row } = this.inspectOptions(place);
    const fields = [...storyFields, `${row.attention}.contributions`];
    const options = { fields, interventions: changesOf(changes, ids.length) };
    const [, position = 0, id = 0] = expectList('index', of?.index) as number[];
    if (of.field === 'log_probabilities')
      return this.model.maskedWordGradients({ ids }, { place: position, word: id, ...options });
    if (of.field !== 'similarities') return this.model.gradients({ ids }, { of, ...options });
    const data = await this.#vectorOf(texts[position - 1]!, changes);
    const other = { shape: [data.length], data };
    return this.model.similarityGradients({ ids }, { other, ...options });
  }

  /** The parameters of the head and its layer, as they are learned, without the feed-forward's matrices. */
  async parameters(place: Pick<StoryPlace, 'layer' | 'head'>): Promise<ParameterParts> {
    checkPlace(place, ['layer', 'head']);
    const { layer, head } = place;
    return this.#read(parameterParts(this.config, layer, head));
  }

  /** The matrices of the layer's feed-forward, as they are learned. */
  feedForward(place: Pick<StoryPlace, 'layer'>): Promise<ParameterParts> {
    checkPlace(place, ['layer']);
    const { layer } = place;
    if (this.#feedForward?.layer !== layer) {
      const read = this.#read(feedForwardParts(this.config, layer));
      this.#feedForward = { layer, read };
      read.catch(() => {
        if (this.#feedForward?.read === read) this.#feedForward = null;
      });
    }
    return this.#feedForward!.read;
  }

  async #read(places: readonly PartPlace[]): Promise<ParameterParts> {
    const shapes = parameterShapes(this.config);
    const parts = places.map(async (place) => {
      const { name, from, to } = place;
      const part = await this.model.parameterPart(place);
      const whole = shapes[name]!.shape;
      const isWhole = whole.every((extent, axis) => extent === to[axis]! - from[axis]!);
      return [name, isWhole ? part : { ...part, from, whole }] as const;
    });
    return Object.fromEntries<ParameterParts[string]>(await Promise.all(parts));
  }

  async #similarities(
    vector: Float32Array,
    { texts }: StoryRequest,
    changes: ChangedText,
  ): Promise<{ text: string; cosine: number }[]> {
    const others = await Promise.all(texts.map((text) => this.#vectorOf(text, changes)));
    const data = new Float32Array((1 + texts.length) * vector.length);
    [vector, ...others].forEach((row, i) => data.set(row, i * vector.length));
    const shape = [1 + texts.length, 1, vector.length];
    const inputs = { vectors: { shape, data } };
    const { cosines } = (await this.engine.run('cosine_by_layer', { inputs })).outputs;
    return texts.map((text, i) => ({ text, cosine: cosines.data[1 + i]! }));
  }

  /** Kept for each set of heads that are off and edits of parameters: other edits do not reach these texts. */
  #vectorOf(text: string, { off = [], edits = [] }: ChangedText): Promise<Float32Array> {
    const ofAll = { off, edits: edits.filter(isParameter) };
    const key = JSON.stringify([text, ofAll]);
    let vector = this.#vectors.get(key);
    if (!vector) {
      const { ids } = this.tokenize(text);
      const interventions = changesOf(ofAll, ids.length);
      vector = this.model.textVectors({ ids: [ids] }, { interventions }).then(({ data }) => data);
      vector.catch(() => this.#vectors.delete(key));
      this.#vectors.set(key, vector);
      const [oldest] = this.#vectors.keys();
      if (this.#vectors.size > kTexts) this.#vectors.delete(oldest!);
    }
    return vector;
  }
}
