/**
 * The rows of the task digits: an image with the weights over its patches, the model's answer, and the visitor's
 * drawing.
 */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { isEmpty, type Drawing } from '../../model/examples/drawing';
import type { TrainingViewEvents } from '../base/view-events';
import type { Words } from '../../words/words';
import '../example/attention-answer';
import './attention-drawing';
import './attention-patches';
import type { ShownHead } from '../example/arc-heads';
import type { ExampleSession } from '../example/example-session';
import { isHead } from '../../model/heads/head-place';

export interface DigitRow {
  readonly session: ExampleSession;
  readonly example: number;
  /** [28, 28], from 0 to 255; undefined as long as the images are not known. */
  readonly image: ArrayLike<number> | undefined;
  readonly heads: readonly ShownHead[];
  readonly isOwn: boolean;
}

export function digitRow(row: DigitRow, words: Words, classes = '') {
  const { session, example, image, heads } = row;
  const inspection = session.inspection(example);
  if (!inspection || !image) return nothing;
  const { isTrained: trained } = session;
  const earlier = session.before(example);
  const { digits } = words.training;
  const shownHeads = heads.filter(({ attention }) => inspection.weights[attention]);
  const layers = shownHeads.map(({ attention, head, title, ink }) => {
    const { shape, data } = inspection.weights[attention]!;
    const size = shape[1]! * shape[2]!;
    const of = (all: Float32Array) => all.subarray(head * size, (head + 1) * size);
    const before = earlier?.inspection.weights[attention];
    return { title, ink, weights: of(data), before: before && of(before.data) };
  });
  const forced = session.forced(example).flatMap(({ attention, head, query, key }) => {
    const layer = shownHeads.findIndex(isHead(attention, head));
    return layer < 0 ? [] : [{ layer, query, key }];
  });
  const guesses = inspection.answers[0] ?? [];
  const force = ({ layer, query, key }: TrainingViewEvents['attention-force']) => {
    const { attention, head } = shownHeads[layer]!;
    session.force(example, { attention, head, query }, key);
  };
  return html`<div class="row ${classes}">
    <attention-patches
      ?untrained=${!trained}
      .image=${image}
      .layers=${layers}
      .chosen=${live(session.chosenWord(example))}
      .forced=${forced}
      .about=${{ model: session.modelName(words), trained, word: null, answers: guesses.slice(0, 1) }}
      @attention-choose=${(event: CustomEvent<{ index: number }>) =>
        session.chooseWord(example, event.detail.index)}
      @attention-force=${(event: CustomEvent<TrainingViewEvents['attention-force']>) =>
        force(event.detail)}
    ></attention-patches>
    <attention-answer
      .asked=${row.isOwn ? digits.yours : digits.image}
      .guesses=${guesses}
      .label=${inspection.labels[0]}
      .was=${earlier?.guesses(0)}
      .trained=${trained}
    ></attention-answer>
  </div>`;
}

/** `row` renders the drawing with its weights. */
export function digitDrawing(
  drawing: Drawing,
  draw: (drawing: Drawing) => void,
  row: () => unknown,
  words: Words,
  hint: string = words.training.digits.hint,
) {
  const { digits } = words.training;
  return html`<section class="own">
    <h2>${digits.own}</h2>
    <p class="muted">${hint}</p>
    <div class="drawn">
      <attention-drawing
        .drawing=${drawing}
        @attention-draw=${(event: CustomEvent<{ drawing: Drawing }>) => draw(event.detail.drawing)}
      ></attention-drawing>
      ${isEmpty(drawing) ? nothing : row()}
    </div>
  </section>`;
}
