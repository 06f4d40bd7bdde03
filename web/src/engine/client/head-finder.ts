/** Finds what each head of a whole model looks at, in sentences in which it is known where each word should look. */
import type { EngineModule, FoundHeads, WordKind, WordPair } from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import { Handle, type HeldObject } from './handle';
import { expectLengths, padRows } from './model-input';
import type { Requests, Stoppable } from './requests';
import { expectList } from '../checks/expect';

/** Sentences in tokens, of any lengths. */
export interface TokenizedSentences {
  ids: readonly (readonly number[])[];
  /** The types of the tokens; by default all 0. */
  type_ids?: readonly (readonly number[])[] | undefined;
  /** The word of each token, from 0; -1 for delimiters. */
  word_of: readonly (readonly number[])[];
  /** The pairs of words in each sentence whose relation is known. */
  pairs: readonly (readonly WordPair[])[];
  /** The kind of each word, for the baseline of the nearest noun or verb. Without it there is no such baseline. */
  kinds?: readonly (readonly WordKind[])[] | undefined;
  /** Half of the sentences serve to find heads, and the others to report on them. */
  half: 'find' | 'report';
}

/** Lost when the engine stops. Its model must live as long as sentences are added. */
export class HeadFinder extends Handle {
  /** Use the model's `headFinder` instead. `modelNumber` throws if the model no longer exists. */
  constructor(
    engine: Requests<EngineModule>,
    created: HeldObject,
    private readonly modelNumber: () => number,
  ) {
    super(engine, created, {
      what: 'head finder',
      release: 'releaseHeadFinder',
      lost: 'this head finder was lost when the engine stopped: create another',
    });
  }

  /** Runs the model on the sentences and counts where its heads look. After an error none is counted. */
  async add(sentences: TokenizedSentences, options: Stoppable = {}): Promise<void> {
    this.modelNumber();
    checkCall(sentences, ['ids', 'type_ids', 'word_of', 'pairs', 'half', 'kinds']);
    const { ids, type_ids, word_of, pairs, half, kinds } = sentences;
    const lengths = Array.from(expectList('ids', ids), (row) => expectList('ids', row).length);
    expectLengths('word_of', word_of, lengths);
    if (type_ids !== undefined) expectLengths('type_ids', type_ids, lengths);
    const inputs = {
      ids: padRows('ids', ids),
      ...(type_ids !== undefined && { type_ids: padRows('type_ids', type_ids) }),
    };
    const args = [this.number(), inputs, word_of, pairs, half, kinds] as const;
    return this.engine.request('addToHeadFinder', [...args], options);
  }

  /** The scores of all heads so far. */
  async found(options?: Stoppable): Promise<FoundHeads> {
    return this.engine.request('foundHeads', [this.number()], options);
  }
}
