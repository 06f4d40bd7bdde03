/**
 * The words, and below them one row for each stage. A row has one or more lines of numbers. A line has slots: one below
 * each word, or one for each head or dimension. A slot shows one number, or several as a strip. The picture of a line,
 * on a canvas behind its numbers, is its lane.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { reachOf } from '../../../draw/pictures/story-lane';
import { type EditPlace, fieldName, placeKey } from '../../../model/edits/edits';
import { indexOfLargest } from '../../../model/stages/index-of-largest';
import { answeredPlace, answersOf } from '../../../model/stages/answers';
import { type Line, linesOf, type Story } from '../../../model/stages/lines';
import { attentionAt, attentionsOf, layerShape, type Side } from '../../../model/stages/attentions';
import type { StoryMatrix } from '../../../model/stages/matrices';
import { clampIndex } from '../../base/clamp-index';
import { shapeOf } from '../../../model/stages/stage-shapes';
import type { StageName } from '../../../model/stages/stages';
import { paragraph } from '../../../words/forms/paragraph';
import type { Words } from '../../../words/words';
import { segments } from '../../parts/segments';
import { attentionTitle } from '../names/number-name';
import type { Overrides } from '../../../model/edits/overrides';
import { nextName, overriddenFormula } from '../names/override-texts';
import { firstAcross } from './story-layout';
import { stageFormula } from '../names/stage-symbols';
import { answerCells, lineCells, openedCells, similarityCells, tokenCells } from './story-cells';
import { strongestWord } from './strongest-word';
import type { WordsInSight } from './words-in-sight';

export interface StoryRows {
  readonly story: Story;
  readonly stages: readonly StageName[];
  readonly lines: ReadonlyMap<StageName, readonly Line[]>;
  readonly tokens: Readonly<Record<Side, readonly string[]>>;
  /** The words, with their places where several are equal. */
  readonly placed: Readonly<Record<Side, readonly string[]>>;
  /** The vocabularies of the inputs; `vocabulary` is that of the logits. */
  readonly inputs: Readonly<Record<Side, readonly string[]>>;
  /** The ids of the tokens; by default looked up in the vocabulary. */
  readonly ids: readonly number[] | undefined;
  readonly vocabulary: readonly string[];
  readonly stage: StageName;
  /** The key of the cell that Tab reaches. */
  readonly cursor: string;
  /** The place of the number in the editor, as a key. */
  readonly active: string;
  readonly isOpened: boolean;
  readonly followed: (line: Line) => number;
  /** How many numbers of a line's slot are written out. */
  readonly across: (line: Line) => number;
  /** How much each head has learned, from 0 to 1: [attention][head]. */
  readonly inks: readonly (readonly number[])[];
  readonly dark: boolean;
  /** Whether strips have signs without colors. */
  readonly split: boolean;
  readonly words: Words;
  readonly overrides: Overrides;
  /** A requested stage that this layer does not have. */
  readonly absent: StageName | undefined;
  /** The note below the row of the current stage, if there is no margin. */
  readonly note: TemplateResult | undefined;
  /** The matrix that is open at the current stage. */
  readonly matrix: TemplateResult | undefined;
  readonly go: (stage: StageName) => void;
  readonly choose: (word: number) => void;
  /** Opens the field for the visitor's own sentence, to replace this word. */
  readonly write: (word: number) => void;
  readonly goTo: (layer: number, head: number) => void;
  /** The width of a slot of the line's strip, in pixels. */
  readonly pitchOf: (line: Line) => number;
  readonly follow: (line: Line, column: number) => void;
}

/** The heading and a hint. If equal words have place numbers, the hint explains them. */
export function storyHeading(rows: StoryRows) {
  const { tokens, placed } = rows;
  const { story, lab } = rows.words;
  const isImage = rows.story.config.architecture === 'vision';
  const { heading, hint } = isImage ? story.ofImage : story;
  const sides = ['source', 'target'] as const;
  const hasPlaces = sides.some((side) => `${placed[side]}` !== `${tokens[side]}`);
  return html`<h2>${heading}</h2>
    <p class="hint">
      ${paragraph([hint, hasPlaces && story.placed])}
      <span class="badge">${lab.untrained}</span>
    </p>`;
}

/** The choice of the layer and the head. */
export function layerChoice({ story, words, goTo, absent }: StoryRows) {
  const { config, layer, head } = story;
  const headAt = (attention: string, i: number) => {
    const name = words.lab.head(i + 1);
    return { value: `${i}`, name, hint: words.lab.inCode(name, i, attention) };
  };
  return html`<div class="heading">
    ${segments.render({
      label: words.story.layers,
      choices: attentionsOf(config).map(({ name }, i) => ({
        value: `${i}`,
        name: attentionTitle(name, { words }),
        hint: name,
      })),
      selected: `${layer}`,
      choose: (value) => goTo(Number(value), 0),
    })}
    ${segments.render({
      label: words.story.heads,
      choices: Array.from({ length: layerShape(config, layer).heads }, (_, i) =>
        headAt(attentionAt(config, layer).name, i),
      ),
      selected: `${head}`,
      choose: (value) => goTo(layer, Number(value)),
    })}
    ${
      absent
        ? html`<p class="problem" role="status">
            ${words.story.noStage(layer + 1, words.story.stages[absent].name)}
          </p>`
        : nothing
    }
  </div>`;
}

/** The side of the query words. */
const querySide = ({ config, layer }: Story): Side => attentionAt(config, layer).queries;

/** The query word. */
export const queryWord = ({ placed, story }: Pick<StoryRows, 'placed' | 'story'>): string =>
  placed[querySide(story)][story.query]!;

/** All stages, each under the words that it belongs to. */
export function storyRows(rows: StoryRows) {
  let above: Side = querySide(rows.story);
  return rows.stages.map((stage) => {
    const under = rows.lines.get(stage)!.find(({ kind }) => kind === 'words' || kind === 'bars');
    const isOther = under !== undefined && under.side !== above;
    if (isOther) above = under.side;
    return html`${isOther ? wordsRow(rows, above) : nothing}${stageRow(stage, rows)}`;
  });
}

/** The words of the sentence that has no queries in this attention. */
function wordsRow({ placed, words }: StoryRows, side: Side) {
  return html`<div role="row" class="sentence other">
    <div class="label" role="rowheader">
      <span class="unseen">${words.story.label}</span>
    </div>
    ${placed[side].map(
      (token) => html`<div role="gridcell" title=${token}><bdi>${token}</bdi></div>`,
    )}
  </div>`;
}

/** The query words. The row stays in sight if all lines belong to it. */
export function sentenceRow(
  { placed, story, words, cursor, choose }: StoryRows,
  { follow, align }: Pick<WordsInSight, 'follow' | 'align'>,
) {
  const { isCross } = attentionAt(story.config, story.layer);
  return html`<div
    class="column-words ${isCross ? '' : 'stays'}"
    role="none"
    @scroll=${follow}
    @scrollend=${align}
  >
    <div role="row" class="sentence">
      <div class="label" role="columnheader"><span class="unseen">${words.story.label}</span></div>
      ${placed[querySide(story)].map((token, i) => {
        const key = `word:${i}`;
        return html`<div role="columnheader" class=${i === story.query ? 'asks' : ''}>
          <button
            type="button"
            data-key=${key}
            tabindex=${key === cursor ? 0 : -1}
            aria-pressed=${i === story.query}
            title=${token}
            @click=${() => choose(i)}
          >
            <bdi>${token}</bdi>
          </button>
        </div>`;
      })}
      <div class="shades"></div>
    </div>
  </div>`;
}

function stageRow(stage: StageName, rows: StoryRows) {
  const lines = rows.lines.get(stage)!;
  const isCurrent = stage === rows.stage;
  return html`<div role="row" class="stage ${isCurrent ? 'current' : ''}" data-stage=${stage}>
      <div class="label" role="rowheader">
        ${stageButton(stage, rows)}
        ${strongestWord(lines[0], rows.placed[lines[0]?.side ?? 'source'])}
      </div>
      <div class="lanes" role="none">${stageCells(stage, rows)}</div>
    </div>
    ${
      isCurrent && rows.isOpened
        ? lines.filter((line) => line.width > 1).map((line) => opened(line, rows))
        : nothing
    }
    ${isCurrent && rows.matrix ? rows.matrix : nothing}
    ${isCurrent && rows.note ? html`<div role="row" class="inline-note"><div role="gridcell">${rows.note}</div></div>` : nothing}`;
}

/** The name of a stage with its formula and its shape. */
function stageButton(stage: StageName, rows: StoryRows) {
  const { story, words, cursor } = rows;
  const { letters, numbers } = shapeOf(stage, story.config, story.layer, sizesOf(rows));
  const key = `stage:${stage}`;
  return html`<button
    type="button"
    data-key=${key}
    tabindex=${key === cursor ? 0 : -1}
    aria-current=${stage === rows.stage ? 'step' : 'false'}
    title=${letters}
    @click=${() => rows.go(stage)}
  >
    ${stageName(words.story.stages[stage].name, wordOf(stage, rows), rows)}
    <span class="shape"
      >${
        overriddenFormula(stage, rows) ??
        html`${
          stage === 'next_layer' ? nextName(rows) : stageFormula(stage, story.config, story.layer)
        }${words.marks.comma}${numbers.split(' = ').at(-1)!.replaceAll(' ', '')}`
      }</span
    >
  </button>`;
}

/** The word that the numbers of a stage belong to; undefined if its lines have a cell for each word. */
function wordOf(stage: StageName, rows: StoryRows): string | undefined {
  const isOfQuery = rows.lines.get(stage)!.some(({ kind }) => kind === 'wide' || kind === 'chosen');
  return stage !== 'pooled' && isOfQuery ? queryWord(rows) : undefined;
}

function stageCells(stage: StageName, rows: StoryRows) {
  const { story, tokens, inputs, ids, write } = rows;
  const side = querySide(story);
  switch (stage) {
    case 'tokens':
      return tokenCells(
        ids ?? tokens[side].map((token) => inputs[side].indexOf(token)),
        rows,
        write,
      );
    case 'prediction':
      return answerCells(answersOf(story), rows);
    case 'similarity':
      return similarityCells(story, rows);
    default:
      return rows.lines.get(stage)!.map((line) => lane(line, rows));
  }
}

/** The cell of the weight at the chosen word. A cross-attention may have fewer keys than there are such words. */
export const weightKey = ({ query, n, keys = n }: Story): string =>
  `weights:${clampIndex(query, keys)}`;

export const sizesOf = ({ story, tokens }: StoryRows) => ({
  n: story.n,
  m: tokens.source.length,
  labels: story.inspection.logits?.shape.at(-1) ?? story.config.vocab_size ?? 0,
});

/** The word whose row gives the prediction. It differs from the query word while the encoder is shown. */
export const answeredWord = ({ story, placed }: Pick<StoryRows, 'placed' | 'story'>): string =>
  placed[story.answered === undefined ? querySide(story) : 'target'][answeredPlace(story)]!;

/** The name of a stage, with the word that its numbers belong to if there is only one. */
function stageName(name: string, word: string | undefined, { words }: StoryRows) {
  if (word === undefined) return html`<span class="name">${name}</span>`;
  const cited = html`<em><bdi>${word}</bdi></em>`;
  return html`<span class="name of-word"
    >${words.story.stageOf(html`<span class="alone">${name}</span>`, cited)}</span
  >`;
}

function lane(line: Line, rows: StoryRows) {
  const { follow, cursor, active, dark, words } = rows;
  const across = rows.across(line);
  const from = firstAcross(rows.followed(line), across);
  const to = Math.min(from + across, line.width);
  const dependencies = [line, from, to, cursor, active, dark, words];
  return html`<div class="lane ${line.kind}" role="none" data-line=${line.key}>
    <canvas
      aria-hidden="true"
      @click=${(event: MouseEvent) => follow(line, columnAt(event.offsetX, line, rows.pitchOf(line)))}
    ></canvas>
    ${guard(dependencies, () => lineCells(line, { from, to }, rows))}
  </div>`;
}

const columnAt = (x: number, { width }: Line, pitch: number): number =>
  Math.floor(((x % pitch) / pitch) * width);

/** The word whose numbers are opened: the query word, or in the other sentence the key word with the largest weight. */
function openedWord(line: Line, story: Story): number {
  if (line.side === querySide(story)) return story.query;
  return indexOfLargest(linesOf('weights', story)[0]!.values);
}

const openedName = (line: Line, { placed, story }: Pick<StoryRows, 'placed' | 'story'>): string =>
  placed[line.side][openedWord(line, story)]!;

/** The text of the button that opens all numbers of a line, and of their heading. */
export function openText(line: Line, rows: StoryRows) {
  const { story } = rows.words;
  // The vector of the text is that of no word.
  return line.key === 'pooled'
    ? story.openPooled(line.width)
    : story.open(html`<bdi>${openedName(line, rows)}</bdi>`, line.width);
}

/** All numbers of that word. */
function opened(line: Line, rows: StoryRows) {
  const slot = line.kind === 'words' ? openedWord(line, rows.story) : 0;
  return html`<div role="row" class="opened-row">
    <div class="label" role="rowheader">${openText(line, rows)}</div>
    ${openedCells(line, slot, rows)}
  </div>`;
}

/** The largest gradient in sight. */
export function steepestOf({ lines, story }: StoryRows): number {
  const of = [...lines.values()]
    .flat()
    .map(({ gradients }) => (gradients ? reachOf(gradients) : 0));
  return Math.max(...of, ...answersOf(story).map(({ gradient }) => Math.abs(gradient ?? 0)));
}

/** The increment of the arrow keys for a number: a tenth of the size of its line's numbers, as a power of ten. */
export function stepOf(
  { lines }: StoryRows,
  matrices: readonly StoryMatrix[],
  place: EditPlace,
): number {
  if (place.field === 'weights') return 0.01;
  const key = placeKey(place);
  const name = fieldName(place);
  const tenth = (values: Float32Array) => 10 ** (Math.floor(Math.log10(reachOf(values) || 1)) - 1);
  for (const { place: at, values } of [...lines.values()].flat())
    if (at && fieldName(at(0)) === name)
      for (let cell = 0; cell < values.length; cell++)
        if (placeKey(at(cell)) === key) return tenth(values);
  const matrix = matrices.find((matrix) => matrix.name === name);
  if (matrix) return tenth(matrix.values);
  return 0.1;
}

/** The key words with the largest weight of the chosen word, in this layer and in the next one. */
export const strongestKeys = ({ lines }: StoryRows): number[] =>
  (['weights', 'next_layer'] as const).flatMap((stage) =>
    (lines.get(stage) ?? []).map(({ values }) => indexOfLargest(values)),
  );
