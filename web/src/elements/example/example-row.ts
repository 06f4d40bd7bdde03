/** A row of a page: a sentence with the arcs of its chosen word, and beside it the model's answer. */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ExampleInspection } from '../../engine/client/engine';
import { answersAt } from '../../model/examples/answers';
import {
  changedPlaces,
  exampleView,
  querySpans,
  squareOf,
} from '../../model/examples/example-view';
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { TrainingViewEvents } from '../base/view-events';
import './attention-answer';
import '../arcs/attention-arcs';
import type { ShownHead } from './arc-heads';
import type { Before, ExampleSession } from './example-session';
import { isHead } from '../../model/heads/head-place';

export interface ExampleRow {
  readonly session: ExampleSession;
  readonly example: number;
  readonly inspection: ExampleInspection;
  readonly words: readonly string[];
  /** The words of the example to compare with. */
  readonly twin: readonly string[];
  readonly heads: readonly ShownHead[];
  readonly previewed: number | undefined;
  readonly answersPerPlace: number;
  /** The name of the model. */
  readonly model: string;
  /** Whether the tools below the sentence share one line. */
  readonly compact?: boolean;
  readonly preview: (index: number | undefined) => void;
}

export function exampleRow(row: ExampleRow, classes = ''): TemplateResult {
  const { session, example, inspection, words, twin, heads } = row;
  const chosen = session.chosenWord(example);
  const { before } = exampleView(inspection);
  const shownHeads = heads.filter(({ attention }) => inspection.weights[attention]);
  const earlier = session.before(example);
  const layers = layersOf(inspection, earlier, shownHeads);
  const forced = session.forced(example).flatMap(({ attention, head, query, key }) => {
    const layer = shownHeads.findIndex(isHead(attention, head));
    if (layer < 0) return [];
    const { queries, keys } = layers[layer]!;
    return [{ layer, query: query + queries.from, key: key + keys.from }];
  });
  const answers =
    chosen < before ? [] : answersAt(inspection, chosen - before, row.answersPerPlace);
  const force = ({ layer, query, key }: TrainingViewEvents['attention-force']) => {
    const { attention, head } = shownHeads[layer]!;
    const { queries, keys } = layers[layer]!;
    session.force(
      example,
      { attention, head, query: query - queries.from },
      key === undefined ? key : key - keys.from,
    );
  };
  return html`<div class="row ${classes}">
    <attention-arcs
      ?compact=${row.compact}
      ?untrained=${!session.isTrained}
      .tokens=${words}
      .twin=${twin}
      .layers=${layers}
      .split=${heads.every(({ attention }) => attention.endsWith('cross_attention')) ? before : 0}
      .chosen=${live(chosen)}
      .previewed=${row.previewed}
      .direction=${live(session.direction)}
      .changed=${changedPlaces(words, twin)}
      .about=${{
        model: row.model,
        trained: session.isTrained,
        word: words[chosen]!,
        answers: answers.flatMap(({ guesses }) => guesses.slice(0, 1)),
      }}
      .forced=${forced}
      @attention-choose=${(event: CustomEvent<{ index: number }>) =>
        session.chooseWord(example, event.detail.index)}
      @attention-preview=${(event: CustomEvent<{ index: number | undefined }>) =>
        row.preview(event.detail.index)}
      @attention-direction=${(event: CustomEvent<{ direction: ArcDirection }>) =>
        session.turn(event.detail.direction)}
      @attention-force=${(event: CustomEvent<TrainingViewEvents['attention-force']>) =>
        force(event.detail)}
    ></attention-arcs>
    <div>${answersBeside(row, earlier, answers, chosen, before)}</div>
  </div>`;
}

/** The rows of weights of each head, and where their queries and keys are among the words. */
function layersOf(
  inspection: ExampleInspection,
  earlier: Before | undefined,
  shownHeads: readonly ShownHead[],
) {
  const square = (of: ExampleInspection, attention: string, head: number) =>
    squareOf(of, of.weights[attention]!, head, attention);
  return shownHeads.map(({ attention, head, title, shortTitle, name, ink, off }) => ({
    title,
    shortTitle,
    name,
    ink,
    off,
    weights: square(inspection, attention, head),
    before: earlier && square(earlier.inspection, attention, head),
    ...querySpans(inspection, attention),
  }));
}

/** The model's answers at the chosen word. */
function answersBeside(
  { session, words, answersPerPlace }: ExampleRow,
  earlier: Before | undefined,
  answers: ReturnType<typeof answersAt>,
  chosen: number,
  before: number,
) {
  return answers.map(
    ({ guesses, label }, i) =>
      html`<attention-answer
        .asked=${words[chosen]!}
        .guesses=${guesses}
        .label=${label}
        .was=${earlier?.guesses((chosen - before) * answersPerPlace + i)}
        .trained=${session.isTrained}
      ></attention-answer>`,
  );
}
