/** Refusals that can be said in any language, whoever refused: what was expected and what came. */
import type { SettingName } from '../settings';
import { en, type Words } from './en';

export type Say = (words: Words) => string;

/** Its message is in English. */
export class Refusal extends Error {
  /** `setting` is the one that was refused, where there is one. */
  constructor(
    readonly say: Say,
    readonly setting: SettingName | null = null,
  ) {
    super(say(en));
  }
}

/** What the engine and the core throw: an Error with the template of its message and the pieces in it. */
type EngineRefusal = Error & { readonly words?: string; readonly pieces?: readonly string[] };

type Translation = (...pieces: readonly string[]) => string;

export function sayingOf(error: Error): Say {
  if ('say' in error) return (error as Refusal).say;
  const { words: template = '', pieces = [] } = error as EngineRefusal;
  return ({ refused }) => {
    const translations: Record<string, Translation> = refused.engine;
    return Object.hasOwn(translations, template)
      ? translations[template]!(...pieces)
      : refused.other(sentence(error.message));
  };
}

function sentence(words: string): string {
  const capital = /^[a-z]+ /.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
