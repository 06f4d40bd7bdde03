/** Measures the heads of the open model, and starts again for another model. */
import type { ReactiveControllerHost } from 'lit';
import {
  headKey,
  headNames,
  namedHeads,
  type FoundHeads,
  type HeadName,
  type RelationName,
} from '../../../model/heads/found-heads';
import { kDefaultSentences } from '../../../model/heads/finder-batches';
import { queryToken, relationWords, type RelationWords } from '../../../model/heads/relation-words';
import type { TestSentences } from '../../../model/heads/test-sentences';
import type { InspectedText, TextModel } from '../../../model/language/text-model';

export class HeadFinding {
  foundHeads: FoundHeads | undefined;
  progress: readonly [done: number, all: number] = [0, kDefaultSentences];
  problem: Error | null = null;
  /** The sentences on which the heads were measured. */
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
    [this.foundHeads, this.problem, this.progress] = [undefined, null, [0, kDefaultSentences]];
    this.sentences = undefined;
  }

  /** The names of heads, that of the relation before others; the same object for the same relation. */
  names(relation: RelationName | null): Map<string, HeadName[]> {
    const { foundHeads } = this;
    if (this.#namesOf[0] !== foundHeads || this.#namesOf[1] !== relation) {
      this.#names = foundHeads ? headNames(foundHeads, relation) : new Map<string, HeadName[]>();
      this.#namesOf = [foundHeads, relation];
    }
    return this.#names;
  }

  /** The heads that have a name, numbered layer by layer; the same array for the same model. */
  get namedHeads(): readonly number[] | undefined {
    return this.foundHeads && (this.#named ??= namedHeads(this.foundHeads));
  }

  /**
   * A token that is a known query of a relation: the current query token if it is one. Words count without the
   * delimiter.
   */
  queryToken(relation: RelationName | null, seen: InspectedText, word: number): number | undefined {
    return relation === null ? undefined : queryToken(seen, this.#words, relation, word + 1);
  }

  /** Whether the text has words that are known to have the relation that a head is named after, if it has a name. */
  applies(
    preferred: RelationName | null,
    [layer, head]: readonly number[],
    seen: InspectedText,
  ): boolean {
    const name = this.names(preferred).get(headKey(layer!, head!))?.[0];
    return !name || this.queryToken(name.relation, seen, 0) !== undefined;
  }

  async find(model: TextModel): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    try {
      const foundHeads = await model.findHeads({
        sentences: kDefaultSentences,
        signal,
        onProgress: (...progress) => {
          this.progress = progress;
          this.host.requestUpdate();
        },
      });
      const all = await model.relationSentences(foundHeads.drawn);
      if (signal.aborted) return;
      [this.foundHeads, this.#words] = [foundHeads, relationWords(all)];
      this.sentences = { all, seed: foundHeads.drawn!.seed };
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
    this.host.requestUpdate();
  }
}
