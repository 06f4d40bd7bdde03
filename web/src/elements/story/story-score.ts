/** The score: the words, and under them one row for each stage. */
import { html, nothing, type TemplateResult } from 'lit';
import { reachOf } from '../../draw/pictures/story-lane';
import { type EditPlace, placeKey } from '../../model/edits';
import { answersOf, type Line, type Story } from '../../model/lines';
import { layerCount, layerShape, shapeOf, type StageName } from '../../model/stages';
import type { Words } from '../../words/words';
import { segments } from '../base/segments';
import { stageFormulas } from './stage-symbols';
import { answerCells, lineCells, openedCells, tokenCells } from './story-row';

export interface Score {
  readonly story: Story;
  readonly stages: readonly StageName[];
  readonly lines: ReadonlyMap<StageName, readonly Line[]>;
  readonly tokens: readonly string[];
  /** Equal words have their places. */
  readonly placed: readonly string[];
  readonly vocabulary: readonly string[];
  readonly stage: StageName;
  /** The key of the cell that Tab reaches. */
  readonly cursor: string;
  /** The place of the number in the editor, as a key. */
  readonly active: string;
  readonly isOpened: boolean;
  readonly followed: (line: Line) => number;
  readonly dark: boolean;
  readonly words: Words;
  /** A stage that was asked for and that this layer does not have. */
  readonly absent: StageName | undefined;
  /** Under the row of the current stage, where there is no margin. */
  readonly note: TemplateResult | undefined;
  readonly go: (stage: StageName) => void;
  readonly choose: (word: number) => void;
  readonly look: (layer: number, head: number) => void;
  readonly follow: (line: Line, event: MouseEvent) => void;
}

/** Which layer and which head the score shows. */
export function layerChoice({ story, words, look, absent }: Score) {
  const { config, layer, head } = story;
  const numbers = (count: number, name: (number: string) => string) =>
    Array.from({ length: count }, (_, i) => ({ value: `${i}`, name: name(`${i + 1}`) }));
  return html`<div class="heading">
    ${segments.render({
      label: words.story.layers,
      choices: numbers(layerCount(config), words.story.layer),
      chosen: `${layer}`,
      choose: (value) => look(Number(value), 0),
    })}
    ${segments.render({
      label: words.story.heads,
      choices: numbers(layerShape(config, layer).heads, words.story.head),
      chosen: `${head}`,
      choose: (value) => look(layer, Number(value)),
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

export function sentenceRow({ placed, story, words, cursor, choose }: Score) {
  return html`<div role="row" class="sentence">
    <div class="label" role="columnheader"><span class="unseen">${words.story.label}</span></div>
    ${placed.map((token, i) => {
      const key = `word:${i}`;
      return html`<div role="columnheader" class=${i === story.chosen ? 'asks' : ''}>
        <button
          type="button"
          data-key=${key}
          tabindex=${key === cursor ? 0 : -1}
          aria-pressed=${i === story.chosen}
          title=${token}
          @click=${() => choose(i)}
        >
          <bdi>${token}</bdi>
        </button>
      </div>`;
    })}
  </div>`;
}

export function stageRow(stage: StageName, score: Score) {
  const { story, words, cursor, tokens, placed, vocabulary } = score;
  const { letters, numbers } = shapeOf(stage, story.config, story.layer, sizesOf(story));
  const lines = score.lines.get(stage)!;
  const isCurrent = stage === score.stage;
  const key = `stage:${stage}`;
  const { name } = words.story.stages[stage];
  /** The other lines have a cell for each word. */
  const isOfWord = lines.some(({ kind }) => kind === 'wide' || kind === 'chosen');
  const content =
    stage === 'tokens'
      ? tokenCells(
          tokens.map((token) => vocabulary.indexOf(token)),
          score,
        )
      : stage === 'prediction'
        ? answerCells(answersOf(story), score)
        : lines.map((line) => lane(line, score));
  return html`<div role="row" class="stage ${isCurrent ? 'current' : ''}" data-stage=${stage}>
      <div class="label" role="rowheader">
        <button
          type="button"
          data-key=${key}
          tabindex=${key === cursor ? 0 : -1}
          aria-current=${isCurrent ? 'step' : 'false'}
          title=${letters}
          @click=${() => score.go(stage)}
        >
          <span class="name">${isOfWord ? words.story.of(name, placed[story.chosen]!) : name}</span>
          <span class="shape"
            >${
              stage === 'next_layer'
                ? words.story.layer(`${story.layer + 2}`)
                : stageFormulas[stage](story.config.norm_first ?? false)
            },
            ${numbers.split(' = ').at(-1)!.replaceAll(' ', '')}</span
          >
        </button>
      </div>
      <div class="lanes" role="none">${content}</div>
    </div>
    ${
      isCurrent && score.isOpened
        ? lines.filter((line) => line.width > 1).map((line) => opened(line, score))
        : nothing
    }
    ${isCurrent && score.note ? html`<div role="row" class="inline-note"><div role="gridcell">${score.note}</div></div>` : nothing}`;
}

export const sizesOf = ({ n, inspection }: Story) => ({
  n,
  labels: inspection.logits.shape.at(-1)!,
});

function lane(line: Line, score: Score) {
  const { followed, follow } = score;
  return html`<div class="lane ${line.kind}" role="none" data-line=${line.key}>
    <canvas aria-hidden="true" @click=${(event: MouseEvent) => follow(line, event)}></canvas>
    ${lineCells(line, followed(line), score)}
  </div>`;
}

/** All numbers of the chosen word. */
function opened(line: Line, score: Score) {
  const { story, words, placed } = score;
  const slot = line.kind === 'words' ? story.chosen : 0;
  const heading = words.story.open(html`<bdi>${placed[story.chosen]}</bdi>`, line.width);
  return html`<div role="row" class="opened-row">
    <div class="label" role="rowheader">${heading}</div>
    ${openedCells(line, slot, score)}
  </div>`;
}

/** The largest gradient in sight. */
export function steepestOf({ lines, story }: Score): number {
  const of = [...lines.values()].flat().map(({ slopes }) => (slopes ? reachOf(slopes) : 0));
  return Math.max(...of, ...answersOf(story).map(({ slope }) => Math.abs(slope ?? 0)));
}

/** What an arrow key adds to a number: a tenth of the size of its line's numbers, as a power of ten. */
export function stepOf({ lines }: Score, place: EditPlace): number {
  if (place.field === 'weights') return 0.01;
  const key = placeKey(place);
  for (const line of [...lines.values()].flat())
    for (let cell = 0; line.place && cell < line.values.length; cell++)
      if (placeKey(line.place(cell)) === key)
        return 10 ** (Math.floor(Math.log10(reachOf(line.values) || 1)) - 1);
  return 0.1;
}
