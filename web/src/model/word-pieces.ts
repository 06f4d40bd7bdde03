/** Text as a model's tokenizer splits it, with the words that its pieces belong to. */
import { Tokenizer } from '@huggingface/tokenizers';
import '../words/add-opened';
import { Refusal } from '../words/refusal';

export interface TokenizedText {
  readonly ids: readonly number[];
  /** As shown: a piece that continues a word begins with a dot. */
  readonly tokens: readonly string[];
  /** The word of each token, from 0; -1 for delimiters such as [CLS]. */
  readonly word_of: readonly number[];
}

interface TokenizerFile {
  readonly model?: {
    readonly type?: unknown;
    readonly vocab?: unknown;
    readonly unk_token?: unknown;
    readonly continuing_subword_prefix?: unknown;
  };
  readonly added_tokens?: readonly {
    readonly id: number;
    readonly content: string;
    readonly special: boolean;
  }[];
}

/** Byte-level BPE writes the space before a word so. */
const kSpace = 'Ġ';

/** Special tokens that stand where a word does: an unknown one, and a masked one. */
const isWord = (content: string, unknown: unknown) =>
  content === unknown || content === '[MASK]' || content === '<mask>';

export class WordPieces {
  readonly #tokenizer: Tokenizer;
  readonly #delimiters: ReadonlySet<number>;
  /** Begins a piece that continues a word; null where a word begins with a space instead. */
  readonly #continues: string | null;

  /** Throws a Refusal for a tokenizer of another kind than WordPiece and byte-level BPE. */
  constructor(file: object) {
    const { model, added_tokens = [] } = file as TokenizerFile;
    const kind = model?.type;
    if (typeof kind !== 'string') throw new Refusal(({ opened }) => opened.badTokenizer);
    if (kind !== 'WordPiece' && kind !== 'BPE')
      throw new Refusal(({ opened }) => opened.otherTokenizer(kind));
    const vocab = model?.vocab;
    try {
      if (typeof vocab !== 'object' || vocab === null) throw new TypeError();
      this.#tokenizer = new Tokenizer(file, {});
      this.#tokenizer.encode('a');
      this.#delimiters = new Set(
        added_tokens
          .filter(({ special, content }) => special && !isWord(content, model?.unk_token))
          .map(({ id }) => id),
      );
    } catch {
      throw new Refusal(({ opened }) => opened.badTokenizer);
    }
    const prefix = model?.continuing_subword_prefix;
    this.#continues = kind === 'BPE' ? null : typeof prefix === 'string' ? prefix : '##';
  }

  split(text: string): TokenizedText {
    const { ids, tokens } = this.#tokenizer.encode(text);
    let word = -1;
    const word_of = tokens.map((token, i) => {
      if (this.#delimiters.has(ids[i]!)) return -1;
      const first = i === 0 || this.#delimiters.has(ids[i - 1]!);
      return first || !this.#isContinued(token) ? ++word : word;
    });
    const shown = tokens.map((token, i) => {
      if (word_of[i] === -1) return token;
      const continues = i > 0 && word_of[i] === word_of[i - 1];
      return `${continues ? '·' : ''}${this.#textOf(token, ids[i]!)}`;
    });
    return { ids, tokens: shown, word_of };
  }

  #isContinued(token: string): boolean {
    return this.#continues === null ? !token.startsWith(kSpace) : token.startsWith(this.#continues);
  }

  #textOf(token: string, id: number): string {
    if (this.#continues !== null)
      return token.startsWith(this.#continues) ? token.slice(this.#continues.length) : token;
    return this.#tokenizer.decode([id]).trim();
  }
}
