/** The explanation of a stage beside its row: a sentence, the shapes, and a table of numbers that are only drawn. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../../draw/format';
import {
  attentionAt,
  layerShape,
  type PositionKind,
  positionsOf,
  type Side,
} from '../../../model/stages/attentions';
import { type Line, nextHead, type Story } from '../../../model/stages/lines';
import { hasParameters, type StageName, type StageShape } from '../../../model/stages/stages';
import type { Words } from '../../../words/words';
import '../../save/attention-save';
import type { Overrides } from '../../../model/edits/overrides';
import { overriddenNote } from '../names/overrides';
import { firstAcross } from './story-layout';
import { withSymbols } from '../names/stage-symbols';
import { lineSaved } from '../matrices/story-saved';

export interface Note {
  readonly story: Story;
  /** Random parameters. */
  readonly untrained: boolean;
  readonly stage: StageName;
  readonly stages: readonly StageName[];
  readonly lines: readonly Line[];
  readonly shape: StageShape;
  /** The form in which parameters that are not shown are stored. */
  readonly storedAs: string | undefined;
  /** The word whose row the prediction is computed from. */
  readonly answered: string;
  /** The word whose numbers of a line are opened. */
  readonly word: (line: Line) => string;
  readonly tokens: Readonly<Record<Side, readonly string[]>>;
  /** The buttons of the stage's matrices. */
  readonly matrices: unknown;
  readonly followed: (line: Line) => number;
  readonly across: (line: Line) => number;
  readonly opened: boolean;
  readonly words: Words;
  readonly overrides: Overrides;
  readonly go: (stage: StageName) => void;
  readonly follow: (line: Line, column: number) => void;
  readonly open: () => void;
}

const isAdded = (kind: PositionKind): kind is 'learned' | 'sinusoidal' =>
  kind !== 'rotary' && kind !== 'none';

export function storyNote(note: Note) {
  const { stage, stages, lines, shape, words } = note;
  const { story } = words;
  const { config, layer } = note.story;
  const { name, says } =
    config.architecture === 'vision' && stage === 'embedded'
      ? story.embeddedPatches
      : story.stages[stage];
  const positions = positionsOf(config);
  const text =
    config.predicts_words === true && stage === 'prediction' ? story.maskedPrediction : says;
  const rest =
    stage === 'embedded'
      ? story.positions[isAdded(positions) ? 'added' : positions]
      : layerShape(config, layer).rotary && (stage === 'q' || stage === 'k')
        ? story.rope
        : '';
  const position = stages.indexOf(stage);
  const step = (by: number, text: string) =>
    html`<button
      type="button"
      class="plain-button"
      ?disabled=${!stages[position + by]}
      @click=${() => note.go(stages[position + by]!)}
    >
      ${text}
    </button>`;
  return html`<section class="note" aria-label=${name}>
    <h3>${name}</h3>
    <p>
      ${withSymbols([text, rest, overriddenNote(stage, note)].filter(Boolean).join(' '))}
      ${stage === 'prediction' && config.predicts_words !== true ? story.rowOf(html`<bdi>${note.answered}</bdi>`) : nothing}
    </p>
    <p class="shapes">
      <span class="letters">${withSymbols(shape.letters)}</span><span>${shape.numbers}</span>
    </p>
    ${note.matrices} ${note.storedAs ? storedNote(note.storedAs, stage, story) : nothing}
    ${lines.map((line) => (line.width > 1 ? dimensionTools(line, note) : nothing))}
    <div class="tools">
      ${step(-1, `‹ ${story.back}`)}<span>${story.place(position + 1, stages.length)}</span>${step(
        1,
        `${story.next} ›`,
      )}
    </div>
    ${
      lines.length === 0
        ? nothing
        : html`<div class="table-and-save">
            <attention-table
              label=${story.table(name)}
              .content=${() => tableOf(lines, note)}
            ></attention-table>
            <attention-save label=${name} .content=${() => savedOf(lines, note)}></attention-save>
          </div>`
    }
  </section>`;
}

/** Says which part of the matrices of a stage is shown: those of a head, or of a layer; tables of words are not. */
function storedNote(form: string, stage: StageName, { stored }: Words['story']) {
  if (!hasParameters(stage) || stage.includes('norm')) return nothing;
  const isOfHead = ['q', 'k', 'v', 'output'].includes(stage);
  const isShown = isOfHead || stage === 'feed_forward';
  const sentences = isShown
    ? [isOfHead ? stored.ofHead : stored.ofLayer, stored.reach]
    : [stored.hidden];
  return html`<p>${[stored.as(form), ...sentences].join(' ')}</p>`;
}

function dimensionTools(line: Line, note: Note) {
  const { story } = note.words;
  const across = note.across(line);
  const from = firstAcross(note.followed(line), across);
  const to = Math.min(from + across, line.width);
  const step = (to: number, label: string, text: string) =>
    html`<button
      type="button"
      class="plain-button"
      aria-label=${label}
      ?disabled=${to < 0 || to >= line.width}
      @click=${() => note.follow(line, to)}
    >
      ${text}
    </button>`;
  return html`<div class="tools">
    ${step(from - across, story.previousDimension, '‹')}<span>${across > 1 ? story.dimensionsOf(from + 1, to, line.width) : story.dimensionOf(to, line.width)}</span>${step(from + across, story.nextDimension, '›')}
    <button type="button" class="plain-button" aria-expanded=${note.opened} @click=${note.open}>
      ${note.opened ? story.close : story.open(html`<bdi>${note.word(line)}</bdi>`, line.width)}
    </button>
  </div>`;
}

/** The last line has the result of the stage. */
function savedOf(lines: readonly Line[], { stage, story, tokens, untrained }: Note) {
  const line = lines.at(-1)!;
  const { config, layer, head, query } = story;
  const place =
    stage === 'next_layer' ? { layer: layer + 1, head: nextHead(story) } : { layer, head };
  const word = tokens[attentionAt(config, layer).queries][query]!;
  return lineSaved({ ...place, line, tokens: tokens[line.side], word, untrained });
}

/** Every number of the lines: a row for each word or slot, a column for each dimension. */
function tableOf(lines: readonly Line[], { tokens, words, stage }: Note) {
  const width = Math.max(...lines.map((line) => line.width));
  const { story } = words;
  const nameOf = (line: Line, slot: number) =>
    line.kind === 'words' || line.kind === 'bars'
      ? tokens[line.side][slot]!
      : line.slots === 1
        ? story.stages[stage].name
        : line.key === 'concat'
          ? story.head(`${slot + 1}`)
          : story.dimension(`${slot + 1}`);
  return {
    columns: [story.word, ...Array.from({ length: width }, (_, i) => `${i + 1}`)],
    rows: lines.flatMap((line) =>
      Array.from({ length: line.slots }, (_, slot) => [
        nameOf(line, slot),
        ...Array.from(line.values.subarray(slot * line.width, (slot + 1) * line.width), (value) =>
          formatNumber(value, 5),
        ),
      ]),
    ),
  };
}
