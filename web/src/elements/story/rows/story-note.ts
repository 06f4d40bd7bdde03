/** The explanation of a stage beside its row: a sentence, the shapes, and a table of numbers that are only drawn. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../../draw/format';
import {
  attentionAt,
  layerShape,
  type PositionKind,
  positionsOf,
} from '../../../model/stages/attentions';
import { type Line, headInNextLayer } from '../../../model/stages/lines';
import { hasParameters, shapeOf } from '../../../model/stages/stage-shapes';
import type { StageName } from '../../../model/stages/stages';
import { paragraph } from '../../../words/forms/paragraph';
import type { Words } from '../../../words/words';
import '../../save/attention-save';
import { overriddenNote } from '../names/override-texts';
import { firstAcross } from './story-layout';
import { withSymbols } from '../names/stage-symbols';
import { lineSaved } from '../matrices/story-saved';
import { answeredWord, openText, sizesOf, type StoryRows } from './story-rows';

/** What the note of a stage has besides the rows. */
export interface Note {
  /** Random parameters. */
  readonly untrained: boolean;
  /** The form in which parameters that are not shown are stored. */
  readonly storedAs: string | undefined;
  /** The buttons of the stage's matrices. */
  readonly matrices: unknown;
  readonly go: (stage: StageName) => void;
  /** Opens all numbers of a word, or closes them. */
  readonly open: () => void;
}

const isAdded = (kind: PositionKind): kind is 'learned' | 'sinusoidal' =>
  kind !== 'rotary' && kind !== 'none';

export function storyNote(rows: StoryRows, note: Note) {
  const { stage, words } = rows;
  const { story } = words;
  const { config, layer } = rows.story;
  const lines = rows.lines.get(stage)!;
  const shape = shapeOf(stage, config, layer, sizesOf(rows));
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
  const said = withSymbols(paragraph([text, rest, overriddenNote(stage, rows)]));
  return html`<section class="note" aria-label=${name}>
    <h3>${name}</h3>
    <p>
      ${stage === 'prediction' && config.predicts_words !== true ? story.rowOf(said, html`<bdi>${answeredWord(rows)}</bdi>`) : said}
    </p>
    <p class="shapes">
      <span class="letters">${withSymbols(shape.letters)}</span><span>${shape.numbers}</span>
    </p>
    ${note.matrices} ${note.storedAs ? storedNote(note.storedAs, stage, story) : nothing}
    ${lines.map((line) => (line.width > 1 ? dimensionTools(line, rows, note) : nothing))}
    ${stepButtons(rows, note)}
    ${
      lines.length === 0
        ? nothing
        : html`<div class="table-and-save">
            <attention-table
              label=${story.table(name)}
              .content=${() => tableOf(lines, rows)}
            ></attention-table>
            <attention-save
              label=${name}
              .content=${() => savedOf(lines, rows, note)}
            ></attention-save>
          </div>`
    }
  </section>`;
}

/** Buttons to the stages before and after. At an end, a button keeps the focus. */
function stepButtons({ stage, stages, words: { story } }: StoryRows, note: Note) {
  const position = stages.indexOf(stage);
  const step = (by: number, text: string) => {
    const to = stages[position + by];
    return html`<button
      type="button"
      class="plain-button"
      data-step=${by}
      aria-disabled=${!to}
      @click=${() => to && note.go(to)}
    >
      ${text}
    </button>`;
  };
  return html`<div class="tools">
    ${step(-1, `‹ ${story.back}`)}<span>${story.place(position + 1, stages.length)}</span>${step(
      1,
      `${story.next} ›`,
    )}
  </div>`;
}

/** Says which part of the matrices of a stage is shown: those of a head, or of a layer; tables of words are not. */
function storedNote(form: string, stage: StageName, { stored }: Words['story']) {
  if (!hasParameters(stage) || stage.includes('norm')) return nothing;
  const isOfHead = ['q', 'k', 'v', 'output'].includes(stage);
  const isShown = isOfHead || stage === 'feed_forward';
  const sentences = isShown
    ? [isOfHead ? stored.ofHead : stored.ofLayer, stored.reach]
    : [stored.hidden];
  return html`<p>${paragraph([stored.as(form), ...sentences])}</p>`;
}

function dimensionTools(line: Line, rows: StoryRows, { open }: Note) {
  const { isOpened } = rows;
  const { story } = rows.words;
  const across = rows.across(line);
  const from = firstAcross(rows.followed(line), across);
  const to = Math.min(from + across, line.width);
  const step = (to: number, label: string, text: string) => {
    const isAtEnd = to < 0 || to >= line.width;
    return html`<button
      type="button"
      class="plain-button"
      aria-label=${label}
      aria-disabled=${isAtEnd}
      @click=${() => !isAtEnd && rows.follow(line, to)}
    >
      ${text}
    </button>`;
  };
  return html`<div class="tools">
    ${step(from - across, story.previousDimension, '‹')}<span>${across > 1 ? story.dimensionsOf(from + 1, to, line.width) : story.dimensionOf(to, line.width)}</span>${step(from + across, story.nextDimension, '›')}
    <button type="button" class="plain-button" aria-expanded=${isOpened} @click=${open}>
      ${isOpened ? story.close : openText(line, rows)}
    </button>
  </div>`;
}

/** The last line has the result of the stage. */
function savedOf(lines: readonly Line[], { stage, story, placed }: StoryRows, { untrained }: Note) {
  const line = lines.at(-1)!;
  const { config, layer, head, query } = story;
  const place =
    stage === 'next_layer' ? { layer: layer + 1, head: headInNextLayer(story) } : { layer, head };
  const word = placed[attentionAt(config, layer).queries][query]!;
  return lineSaved({ ...place, line, tokens: placed[line.side], word, untrained });
}

/** Every number of the lines: a row for each word or slot, a column for each dimension. */
function tableOf(lines: readonly Line[], { placed, words, stage }: StoryRows) {
  const width = Math.max(...lines.map((line) => line.width));
  const { lab, story } = words;
  const nameOf = (line: Line, slot: number) =>
    line.kind === 'words' || line.kind === 'bars'
      ? placed[line.side][slot]!
      : line.slots === 1
        ? story.stages[stage].name
        : line.key === 'concat'
          ? lab.head(slot + 1)
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
