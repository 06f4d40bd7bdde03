/** Errors with a message in every language. A message names the expected and the actual value. */
import { en, type Words } from './en/base';

export type TranslatedMessage = (words: Words) => string;

/** An error whose `message` is in English; `translate` gives it in any language. */
export class Refusal extends Error {
  /** `setting` names the setting whose value is wrong, if the error is about a setting. */
  constructor(
    readonly translate: TranslatedMessage,
    readonly setting: string | null = null,
  ) {
    super(translate(en));
  }
}

/** Code that is loaded on demand. The refusal says that it could not be loaded, which is nothing the engine says. */
export const loaded = <Code>(code: Promise<Code>): Promise<Code> =>
  code.catch(() => {
    throw new Refusal(({ lab }) => lab.notLoaded);
  });

/** For a caught error: the refusal. Throws any other error again, since that is a mistake in the code. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** An error of the engine or the core: it has the template of its message and the pieces that fill it. */
export interface EngineRefusal {
  readonly message: string;
  readonly words?: string;
  readonly pieces?: readonly string[];
  /** The error that is the first piece, if it is one. */
  readonly cause?: unknown;
}

type Translation = (...pieces: readonly string[]) => string;

export function messageOf(error: Error | EngineRefusal): TranslatedMessage {
  if ('translate' in error) return (error as Refusal).translate;
  return (words) =>
    translated(error, words) ??
    inQuotes(
      words.refused.other(inQuotes(sentence(error.message), en.save.quoted)),
      words.save.quoted,
    );
}

/** Undefined if the language has no translation of the message. */
function translated(error: EngineRefusal, words: Words): string | undefined {
  const { refused, save, marks } = words;
  const { words: template = '', pieces = [], cause } = error;
  const why = template && cause instanceof Error && translated(cause, words);
  // A piece in quotation marks is a name or a quotation, also if it looks like a number.
  const isQuoted = Array.from(template.matchAll(/"?\{\}/g), ([place]) => place.startsWith('"'));
  const [first = '', ...rest] = pieces.map((piece, i) =>
    isQuoted[i] ? piece : piece.replace(/^(-?\d+)\.(\d+(e[+-]?\d+)?)$/, `$1${marks.decimal}$2`),
  );
  const texts = [why ? why.replace(/[.。]$/, '') : first, ...rest];
  const translations: Record<string, Translation> = refused.engine;
  const known = refused.templates.get(template);
  const message = Object.hasOwn(translations, template)
    ? translations[template]!(...texts)
    : known && filled(known, texts);
  return message && inQuotes(message, save.quoted);
}

/** Whether the engine ran out of memory. */
export const isOutOfMemory = (error: Error | EngineRefusal): boolean =>
  'words' in error && error.words === 'not enough memory for this request';

/** Replaces the engine's straight quotation marks by those of a language. */
function inQuotes(message: string, quoted: (text: string) => string): string {
  return message.replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => quoted(text));
}

/** Fills a template: {} is the next piece, {2} the second. */
function filled(template: string, pieces: readonly string[]): string {
  let next = 0;
  return template.replace(/\{(\d?)\}/g, (_, place: string) => {
    return pieces[place ? Number(place) - 1 : next++] ?? '';
  });
}

/** Makes a message a sentence, with a capital letter and a full stop. */
function sentence(text: string): string {
  const capital = /^[a-z]+ /.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
