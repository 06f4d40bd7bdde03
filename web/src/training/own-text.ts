/** The text of tasks that learn the visitor's own text: its limits, and the examples taken from it. */
import type { ExampleInput, TrainerRecipe } from '../../../wasm/engine';
import '../words/add-training-page';
import { Refusal } from '../words/refusal';
import { rhyme } from './rhyme';
import { taskRow, type ShownTask, type TextTokens } from '../model/examples/tasks';
import { typedWords } from '../model/tokens/typed-words';
import type { TrainingState } from './training-state';

export const kMaxTextToLearn = 50_000;
/** The embedding has a row for each different token, and a snapshot has three copies of it. */
export const kMaxVocabulary = 1500;
/** The length of a displayed example. */
const kShown = { characters: 24, words: 12 };

type Source = Pick<TrainingState, 'model' | 'trainingText' | 'recipe'>;

/** The tokens of an input, with the core's defaults (core/training/tasks/text_tasks.cpp). */
export function lengthOf({ model, recipe }: Pick<TrainingState, 'model' | 'recipe'>): number {
  return recipe.length ?? (model === 'words' ? 32 : 64);
}

/** The data that a task's recipe needs in addition to its settings. */
export function recipeText({
  model,
  trainingText = rhyme,
}: Omit<Source, 'recipe'>): Pick<TrainerRecipe, 'text'> {
  return taskRow(model).learns ? { text: trainingText } : {};
}

/** The pinned examples: those of the task, or the beginning and the end of the visitor's text. */
export function pinnedExamples(state: Source): readonly [ExampleInput, ExampleInput] {
  const { model, trainingText } = state;
  const { learns, examples } = taskRow(model);
  if (!learns) return examples;
  const [first, second] = examples as readonly [string, string];
  const length = lengthOf(state);
  const end = (text: string, count: number) =>
    joinTokens(learns, tokensOf(learns, text).slice(-Math.min(count, length)));
  if (trainingText === undefined) return [end(first, length), end(second, length)];
  const beginning = tokensOf(learns, trainingText).slice(0, Math.min(kShown[learns], length));
  return [joinTokens(learns, beginning), end(trainingText, kShown[learns])];
}

/** Splits a text like the core (core/training/tasks/text_tasks.cpp). */
export function tokensOf(learns: TextTokens, text: string): string[] {
  return learns === 'characters' ? [...text] : typedWords(text);
}

/** Tokens as a text. Punctuation marks follow a word without a space. */
export function joinTokens(learns: TextTokens, tokens: readonly string[]): string {
  if (learns === 'characters') return tokens.join('');
  return tokens.reduce(
    (text, token, i) => text + (i === 0 || /^[.,;:!?)]$/.test(token) ? '' : ' ') + token,
    '',
  );
}

/** The minimum number of tokens for the core: four windows, each of `length` inputs and the last label. */
export const minTokens = (length: number) => 4 * (length + 1);

/**
 * Throws a Refusal that names the limit and the actual value.
 *   length  tokens of an input
 */
export function checkText(task: ShownTask, text: string, length: number): void {
  const { learns } = taskRow(task);
  if (!learns) return;
  const tokens = tokensOf(learns, text);
  const refuse = (limit: 'tooShort' | 'tooVaried', expected: number, actual: number) => {
    throw new Refusal(({ training }) => training.ownText[limit][learns](expected, actual));
  };
  const characters = tokensOf('characters', text).length;
  if (characters > kMaxTextToLearn)
    throw new Refusal(({ training }) => training.ownText.tooLong(kMaxTextToLearn, characters));
  if (tokens.length < minTokens(length)) refuse('tooShort', minTokens(length), tokens.length);
  const different = new Set(tokens).size;
  if (different > kMaxVocabulary) refuse('tooVaried', kMaxVocabulary, different);
}

/** A file of text, with the line ends of one. Throws a Refusal for another file. */
export async function readTextFile(file: Blob): Promise<string> {
  // A character has up to 4 bytes.
  if (file.size > 4 * kMaxTextToLearn)
    throw new Refusal(({ training }) => training.ownText.fileTooLong(kMaxTextToLearn));
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(await file.arrayBuffer()).replace(/\r\n?/g, '\n');
  } catch {
    throw new Refusal(({ training }) => training.ownText.noTextFile);
  }
}
