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

/** What the core and the engine say of what a person can set: the groups are what varies. */
const known: readonly [RegExp, (words: Words['refused'], ...varying: string[]) => string][] = [
  [
    /^d_model (\d+) is not divisible by num_heads (\d+)$/,
    (words, d_model, num_heads) => words.notDivisible(d_model!, num_heads!),
  ],
  [
    /^expected (\w+) to be a whole number from (\d+) to (\d+), got (.*)$/s,
    (words, name, least, most, came) => words.coreWholeNumber(name!, least!, most!, came!),
  ],
  [
    /^expected (\w+) to be ("\w+") or ("\w+"), got (.*)$/s,
    (words, name, one, other, came) => words.coreOneOf(name!, one!, other!, came!),
  ],
  [/^The engine could not start: (.*)\.$/s, (words, why) => words.notStarted(why!)],
  [/^The engine stopped: (.*)\.$/s, (words, why) => words.stopped(why!)],
  [/^The engine has been closed\.$/, (words) => words.closed],
];

export function sayingOf(error: Error): Say {
  if ('say' in error) return (error as Refusal).say;
  for (const [pattern, say] of known) {
    const found = pattern.exec(error.message);
    if (found) return (words) => say(words.refused, ...found.slice(1));
  }
  return (words) => words.refused.other(sentence(error.message));
}

function sentence(words: string): string {
  const capital = /^[a-z]+ /.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
