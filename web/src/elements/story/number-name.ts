/** The name of a number in words: "v of tired, layer 1, head 1, dimension 3". */
import { isolated } from '../../draw/fit-text';
import { fieldName, type EditPlace } from '../../model/edits';
import { placedTokens } from '../../training/placed-tokens';
import type { Words } from '../../words/words';

interface Named {
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  readonly words: Words;
}

/** Which axes the index of a field has, after the batch. */
const axes: Record<string, readonly ('head' | 'word' | 'other' | 'dimension' | 'answer')[]> = {
  ...Object.fromEntries(
    ['q', 'k', 'v', 'context'].map((name) => [name, ['head', 'word', 'dimension'] as const]),
  ),
  ...Object.fromEntries(
    ['scores', 'masked_scores', 'weights'].map((name) => [
      name,
      ['head', 'word', 'other'] as const,
    ]),
  ),
  logits: ['word', 'answer'],
  log_probabilities: ['word', 'answer'],
};

/** `width` of 1: the only dimension is not named. */
export function numberName(
  place: EditPlace,
  { tokens, vocabulary, words }: Named,
  width = 2,
): string {
  const { story } = words;
  const placed = placedTokens(tokens);
  const fields: Record<string, string> = story.fields;
  const kinds = axes[place.field] ?? ['word', 'dimension'];
  const at = (kind: (typeof kinds)[number]) => {
    const axis = kinds.indexOf(kind);
    return axis < 0 ? undefined : (place.index[axis + 1] ?? undefined);
  };
  const word = (index: number | undefined) =>
    index === undefined ? undefined : isolated(placed[index] ?? `${index + 1}`);
  const [asking, other] = [word(at('word')), word(at('other'))];
  const answer = at('answer');
  const field = fields[place.field] ?? place.field;
  const name =
    answer !== undefined
      ? story.pair(field, isolated(vocabulary[answer] ?? `${answer}`), asking ?? '')
      : other !== undefined
        ? story.pair(field, asking ?? '', other)
        : asking !== undefined
          ? story.of(field, asking)
          : fieldName(place);
  const layer = /layers\.(\d+)/.exec(place.layer ?? '')?.[1];
  const head = at('head');
  const dimension = at('dimension');
  return [
    name,
    ...(layer === undefined ? [] : [story.layer(`${Number(layer) + 1}`)]),
    ...(head === undefined ? [] : [story.head(`${head + 1}`)]),
    ...(dimension === undefined || width === 1 ? [] : [story.dimension(`${dimension + 1}`)]),
  ].join(', ');
}
