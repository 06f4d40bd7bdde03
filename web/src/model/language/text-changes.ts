/** Changes of a text's computation: heads that are off, forced rows, edited numbers. */
import type { Intervention, TokenModelConfig } from '../../../../wasm/engine';
import {
  expectInteger,
  expectList,
  expectObject,
  expectText,
  kMaxInteger,
} from '../../engine/checks/expect';
import { headInterventions } from '../changes/interventions';
import { type ForcedRow } from '../changes/forced-row';
import type { HeadPlace } from '../heads/head-place';
import { attentionsOf } from '../stages/attentions';
import { editInterventions, type Edit } from '../edits/edits';
import type { StoryConfig } from '../stages/stages';

export interface ChangedText {
  /** Heads that are switched off. */
  off?: readonly HeadPlace[];
  /** Rows of one text that look at one token; not of texts that are compared. */
  forced?: readonly ForcedRow[];
  /** Changed numbers: of the trace, in the first of the texts that are compared; of parameters, in all of them. */
  edits?: readonly Edit[];
}

export const changeKeys = ['off', 'forced', 'edits'] as const satisfies (keyof ChangedText)[];

export const isChanged = ({ off = [], forced = [], edits = [] }: ChangedText): boolean =>
  off.length + forced.length + edits.length > 0;

/** The fields with a number for each key. */
const perKey = ['scores', 'masked_scores', 'weights'];

/**
 *   n     the number of tokens of the text
 *   keys  that of the longest text computed with it, to whose length it is padded; by default n
 */
export function changesOf(changes: ChangedText, n: number, keys = n): Intervention[] {
  const { off = [], forced = [], edits = [] } = expectObject('the changes', changes) as ChangedText;
  for (const place of entriesOf('off', off)) expectHead('off', place);
  for (const row of entriesOf('forced', forced)) {
    expectHead('forced', row);
    expectInteger('forced.query', row.query, 0, n - 1);
    expectInteger('forced.key', row.key, 0, keys - 1);
  }
  entriesOf('edits', edits);
  const applicable = keys === n ? edits : edits.flatMap((edit) => ofTokens(edit, n));
  return [...headInterventions(off, forced, () => keys), ...editInterventions(applicable)];
}

/** The objects in a list. */
function entriesOf<Entry extends object>(name: string, list: readonly Entry[]): readonly Entry[] {
  expectList(name, list);
  return Array.from(list, (entry) => expectObject(name, entry) as Entry);
}

function expectHead(name: string, { attention, head }: HeadPlace): void {
  expectText(`${name}.attention`, attention);
  expectInteger(`${name}.head`, head, 0, kMaxInteger);
}

/** An edit of whole rows, without their padding, which stays hidden. */
function ofTokens(edit: Edit, n: number): Edit[] {
  const { field, index } = edit;
  if (!perKey.includes(field) || index.length < 4 || index[3] !== null) return [edit];
  return Array.from({ length: n }, (_, key) => ({ ...edit, index: index.with(3, key) }));
}

/** The shapes of the fields of an encoder with norms after its blocks, for a text of n tokens. */
export function fieldShapes(
  config: TokenModelConfig,
  n: number,
): Record<string, { readonly shape: readonly number[] }> {
  const rows = (width: number) => ({ shape: [1, n, width] });
  const { d_model } = config;
  const layers = attentionsOf(config).flatMap(({ name, layer, shape }) => {
    const { heads, d_head, d_ff } = shape;
    const part = `layers.${layer}`;
    return [
      ...['q', 'k', 'v', 'context'].map((field) => [`${name}.${field}`, [1, heads, n, d_head]]),
      ...perKey.map((field) => [`${name}.${field}`, [1, heads, n, n]]),
      ...['attention.output', 'residual_1', 'norm_1', 'feed_forward.y', 'residual_2', 'output'].map(
        (field) => [`${part}.${field}`, rows(d_model).shape],
      ),
      [`${part}.feed_forward.activated`, rows(d_ff).shape],
    ] as [string, number[]][];
  });
  return {
    ...Object.fromEntries(layers.map(([name, shape]) => [name, { shape }])),
    embedding_sum: rows(d_model),
    embedded: rows(d_model),
    pooled: { shape: [1, 1, d_model] },
  };
}

/** The shape of the last stage: similarities to two texts, or predictions for each token. */
export const resultShapes = ({ predicts_words, vocab_size = 0 }: StoryConfig, n: number) => ({
  similarities: { shape: predicts_words ? [] : [1, 3] },
  log_probabilities: { shape: predicts_words ? [1, n, vocab_size] : [] },
});
