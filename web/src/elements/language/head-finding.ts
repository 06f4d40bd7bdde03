/** Measures the heads of the open model. For another model it starts again. */
import type { ReactiveControllerHost } from 'lit';
import {
  headKey,
  headNames,
  namedHeads,
  type FoundHeads,
  type HeadName,
  type RelationName,
} from '../../model/found-heads';
import { queryToken, relationWords, type RelationWords } from '../../model/relation-words';
import type { TestSentences } from '../../model/test-sentences';
import type { InspectedText, TextModel } from '../../model/text-model';

/** Sentences on which the heads are measured. */
const kSentences = 640;

export class HeadFinding {
  found: FoundHeads | undefined;
  progress: readonly [done: number, all: number] = [0, kSentences];
  problem: Error | null = null;
  /** On which the heads were measured. */
  sentences: TestSentences | undefined;
  #words: RelationWords = new Map();
  #namesOf: readonly unknown[] = [];
  #names = new Map<string, HeadName[]>();
  #named: readonly number[] | undefined;
  #abort = new AbortController();

  constructor(private readonly host: ReactiveControllerHost) {}

  stop(): void {
    this.#abort.abort();
    this.#named = undefined;
    [this.found, this.problem, this.progress] = [undefined, null, [0, kSentences]];
    this.sentences = undefined;
  }

  /** The names of heads, that of the relation before others; the same object for the same relation. */
  names(relation: RelationName | null): Map<string, HeadName[]> {
    const { found } = this;
    if (this.#namesOf[0] !== found || this.#namesOf[1] !== relation) {
      this.#names = found ? headNames(found, relation) : new Map<string, HeadName[]>();
      this.#namesOf = [found, relation];
    }
    return this.#names;
  }

  /** The heads that have a name, numbered layer by layer; the same array for the same model. */
  get named(): readonly number[] | undefined {
    return this.found && (this.#named ??= namedHeads(this.found));
  }

  /** A token that is known to ask in a relation, the query word now if it does; words are without the delimiter. */
  queryToken(relation: RelationName | null, seen: InspectedText, word: number): number | undefined {
    return relation === null ? undefined : queryToken(seen, this.#words, relation, word + 1);
  }

  /** Whether the text has words that are known to have the relation that a head is named after, if it has a name. */
  applies(
    asked: RelationName | null,
    [layer, head]: readonly number[],
    seen: InspectedText,
  ): boolean {
    const name = this.names(asked).get(headKey(layer!, head!))?.[0];
    return !name || this.queryToken(name.relation, seen, 0) !== undefined;
  }

  async find(model: TextModel): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    try {
      const found = await model.findHeads({
        sentences: kSentences,
        signal,
        onProgress: (...progress) => {
          this.progress = progress;
          this.host.requestUpdate();
        },
      });
      const all = await model.relationSentences(found.drawn);
      if (signal.aborted) return;
      [this.found, this.#words] = [found, relationWords(all)];
      this.sentences = { all, seed: found.drawn!.seed };
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
    this.host.requestUpdate();
  }
}
