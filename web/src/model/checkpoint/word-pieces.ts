/** Splits text with a model's tokenizer, and groups the pieces by word. */
import { Tokenizer } from '@huggingface/tokenizers';
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';

export interface TokenizedText {
  readonly ids: readonly number[];
  /** The tokens as displayed: a piece that continues a word begins with a dot. */
  readonly tokens: readonly string[];
  /** The word of each token, from 0; -1 for delimiters such as [CLS]. */
  readonly word_of: readonly number[];
  /** The part of the text that exceeds the model's maximum number of tokens; null if there is none. */
  readonly cut: CutText | null;
}

export interface CutText {
  /** How many are left out. */
  readonly tokens: number;
  /** The last three words, or fewer, that are read. */
  readonly after: string;
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

/** How byte-level BPE writes the space before a word. */
const kSpace = 'Ġ';
/** Decoding writes it for the bytes of an incomplete character. */
const kNoCharacter = '\ufffd';

/** Special tokens that replace a word: an unknown one, and a masked one. */
const isMask = (content: string) => content === '[MASK]' || content === '<mask>';
const isWord = (content: string, unknown: unknown) => content === unknown || isMask(content);

/** Punctuation, which does not belong to the word before it. A byte of an incomplete character is not punctuation. */
const isMark = (character: string | undefined) =>
  character !== undefined && character !== kNoCharacter && /[^\p{L}\p{M}\p{N}]/u.test(character);

type Pieces = Pick<TokenizedText, 'tokens' | 'word_of'>;

const lastWords = (pieces: Pieces) =>
  wordsOf(pieces)
    .slice(-3)
    .filter((word) => word !== '')
    .join(' ');

export class WordPieces {
  /** The token in place of a word to predict; null if the tokenizer has none. */
  readonly mask: { readonly id: number; readonly content: string } | null;
  /** The token in place of a word or character that the vocabulary lacks; null if the tokenizer has none. */
  readonly unknown: string | null;
  /** The largest token number plus 1. */
  readonly size: number;
  readonly #tokenizer: Tokenizer;
  readonly #delimiters: ReadonlySet<number>;
  /** The prefix of a piece that continues a word, such as `##`; null where a prefix marks the first piece instead. */
  readonly #continues: string | null;

  /** Throws a Refusal for a tokenizer of another kind than WordPiece and byte-level BPE. */
  constructor(file: object) {
    const { model, added_tokens = [] } = file as TokenizerFile;
    const kind = model?.type;
    if (typeof kind !== 'string')
      throw new Refusal(({ languageModel }) => languageModel.badTokenizer);
    if (kind !== 'WordPiece' && kind !== 'BPE')
      throw new Refusal(({ languageModel }) => languageModel.otherTokenizer(kind));
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
      this.unknown = typeof model?.unk_token === 'string' ? model.unk_token : null;
      this.mask = added_tokens.find(({ special, content }) => special && isMask(content)) ?? null;
      const ids = [...Object.values(vocab), ...added_tokens.map(({ id }) => id)];
      this.size = 1 + ids.reduce((largest, id) => Math.max(largest, Number(id)), -1);
    } catch {
      throw new Refusal(({ languageModel }) => languageModel.badTokenizer);
    }
    const prefix = model?.continuing_subword_prefix;
    this.#continues = kind === 'BPE' ? null : typeof prefix === 'string' ? prefix : '##';
  }

  /** Keeps at most `max` tokens: cuts those before the delimiters at the end, as transformers does. */
  split(text: string, max = Infinity): TokenizedText {
    const encoded = this.#tokenizer.encode(text);
    const left = Math.max(0, encoded.ids.length - max);
    const ends = encoded.ids.length - 1 - encoded.ids.findLastIndex((id) => !this.#isDelimiter(id));
    const read = <T>(all: readonly T[]) => all.toSpliced(all.length - ends - left, left);
    const [ids, tokens] = [read(encoded.ids), read(encoded.tokens)];
    let word = -1;
    const word_of = tokens.map((token, i) => {
      if (this.#isDelimiter(ids[i]!)) return -1;
      const first = i === 0 || this.#isDelimiter(ids[i - 1]!);
      return first || !this.#isContinued(token, ids[i]!, ids[i - 1]!) ? ++word : word;
    });
    const texts = tokens.map((token, i) => {
      if (word_of[i] === -1) return token;
      const continues = i > 0 && word_of[i] === word_of[i - 1];
      return `${continues ? '·' : ''}${this.#textOf(token, ids[i]!)}`;
    });
    const cut = left > 0 ? { tokens: left, after: lastWords({ tokens: texts, word_of }) } : null;
    return { ids, tokens: texts, word_of, cut };
  }

  /** A token as it is shown: a piece that continues a word begins with a dot. */
  tokenText(id: number): string {
    const token = this.#tokenizer.id_to_token(id);
    if (token === undefined) return `#${id}`;
    const text = this.#textOf(token, id);
    const continues =
      this.#continues !== null
        ? token.startsWith(this.#continues)
        : !token.startsWith(kSpace) && !isMark(text.at(0));
    return `${continues ? '·' : ''}${text || token}`;
  }

  #isDelimiter(id: number): boolean {
    return this.#delimiters.has(id);
  }

  #isContinued(token: string, id: number, before: number): boolean {
    if (this.#continues !== null) return token.startsWith(this.#continues);
    if (token.startsWith(kSpace)) return false;
    const [first, last] = [this.#textOf(token, id).at(0), this.#textOf('', before).at(-1)];
    return isMark(first) === isMark(last);
  }

  #textOf(token: string, id: number): string {
    if (this.#continues !== null)
      return token.startsWith(this.#continues) ? token.slice(this.#continues.length) : token;
    return this.#tokenizer.decode([id]).trim();
  }
}

/** The words of a text, each with the pieces that it was split into. */
export function wordsOf({ tokens, word_of }: Pieces): string[] {
  const words: string[] = [];
  word_of.forEach((word, i) => {
    if (word < 0) return;
    const continues = i > 0 && word_of[i - 1] === word;
    words[word] = (words[word] ?? '') + (continues ? tokens[i]!.replace(/^·/, '') : tokens[i]!);
  });
  return words;
}
