/** The texts by which the story says that numbers were set instead of computed. */
import { html, type TemplateResult } from 'lit';
import { attentionAt } from '../../../model/stages/attentions';
import {
  headInNextLayer,
  part,
  type Story,
  type StoryInspection,
} from '../../../model/stages/lines';
import type { Overrides } from '../../../model/edits/overrides';
import type { StageName } from '../../../model/stages/stages';
import type { Words } from '../../../words/words';
import { attentionTitle } from './number-name';
import { overridden } from './stage-symbols';
import { isHead } from '../../../model/heads/head-place';

export interface Overridden {
  readonly story: Story;
  readonly overrides: Overrides;
  readonly words: Words;
}

/** Half of the last digit of a percentage with one decimal. */
const kShown = 5e-4;

/** Whether the head is off, so that it adds 0 to the output. */
const isOff = ({ off }: Overrides, attention: string, head: number): boolean =>
  off.some(isHead(attention, head));

/** The name of what is off: "layer 1 is off", or "layer 1, head 3 is off" if other heads of the layer are on. */
export function offName(
  { story, overrides, words }: Overridden,
  { layer, head }: Pick<Story, 'layer' | 'head'> = story,
): string | undefined {
  const { name, shape } = attentionAt(story.config, layer);
  if (!isOff(overrides, name, head)) return undefined;
  const title = attentionTitle(name, { words });
  const heads = Array.from({ length: shape.heads }, (_, i) => i);
  const isAll = heads.every((other) => isOff(overrides, name, other));
  return words.story.isOff(isAll ? title : words.lab.headIn(title, head + 1));
}

/** The next layer, and whether it is off. */
export function nextName(at: Overridden): string {
  const { story, words } = at;
  const layer = story.layer + 1;
  const title = attentionTitle(attentionAt(story.config, layer).name, { words });
  return offName(at, { layer, head: headInNextLayer(story) }) ?? title;
}

/** How the numbers of a stage are overridden. */
function kindOf(stage: StageName, { story, overrides }: Overridden): 'off' | 'forced' | undefined {
  const { config, layer, head } = story;
  if (stage === 'context')
    return isOff(overrides, attentionAt(config, layer).name, head) ? 'off' : undefined;
  const row = weightsRow(stage, story);
  const isForced = overrides.forced.some(
    (forced) => row && isHead(row.attention, row.head)(forced) && forced.query === story.query,
  );
  return isForced ? 'forced' : undefined;
}

/** The head whose weights a stage shows. */
function weightsRow(stage: StageName, story: Story) {
  if (stage !== 'weights' && stage !== 'next_layer') return undefined;
  const isNext = stage === 'next_layer';
  const { name } = attentionAt(story.config, isNext ? story.layer + 1 : story.layer);
  return { attention: name, head: isNext ? headInNextLayer(story) : story.head };
}

/** Whether the row of weights summed to 1 before the change, but no longer does. */
function isUnscaled(stage: StageName, { story }: Overridden): boolean {
  const row = weightsRow(stage, story);
  const { inspection, original } = story;
  if (!row || !original) return false;
  const addsUp = ({ trace }: StoryInspection) => {
    const weights = part(trace, [`${row.attention}.weights`, [0, row.head, story.query]]);
    return Math.abs((weights?.reduce((sum, weight) => sum + weight, 0) ?? 0) - 1) < kShown;
  };
  return addsUp(original) && !addsUp(inspection);
}

/** Replaces the formula of a stage whose numbers are not computed by it. */
export function overriddenFormula(stage: StageName, at: Overridden): TemplateResult | undefined {
  const kind = kindOf(stage, at);
  if (!kind) return undefined;
  const formula = kind === 'off' ? overridden.context : overridden.weights;
  const phrase = at.words.story[kind === 'off' ? 'zeroed' : 'forced'](formula);
  return html`<span class="overridden">${phrase}</span>`;
}

/** The same as a sentence of the note; empty where the stage computes its numbers. */
export function overriddenNote(stage: StageName, at: Overridden): string {
  const kind = kindOf(stage, at);
  const { zeroedNote, forcedNote, unscaledNote } = at.words.story;
  if (kind) return kind === 'off' ? zeroedNote : forcedNote;
  return isUnscaled(stage, at) ? unscaledNote : '';
}
