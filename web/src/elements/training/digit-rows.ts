/** The rows of the task digits: an image with the weights over its patches, what the model says, one's own drawing. */
import { html, nothing } from 'lit';
import { isEmpty, imageOf } from '../../training/drawing';
import { taskRow } from '../../training/tasks';
import type { TrainingViewEvents } from '../../training/view-types';
import type { Words } from '../../words/words';
import './attention-answer';
import './attention-drawing';
import './attention-patches';
import { pixelsOf } from './digit-images';
import type { ShownHead } from './arc-heads';
import { kOwn, type TrainingSession } from './training-session';

export function digitRow(
  session: TrainingSession,
  example: number,
  heads: readonly ShownHead[],
  { training: { digits: words } }: Words,
) {
  const { inspection } = session.seen[example] ?? {};
  const { run, state, images } = session;
  const image =
    example === kOwn
      ? imageOf(state.drawing)
      : images && pixelsOf(images, taskRow(state.task).images![example]!);
  if (!inspection || !image || !run) return nothing;
  const drawn = heads.filter(({ attention }) => inspection.weights[attention]);
  const layers = drawn.map(({ attention, head, title, ink }) => {
    const { shape, data } = inspection.weights[attention]!;
    const size = shape[1]! * shape[2]!;
    return { title, ink, weights: data.subarray(head * size, (head + 1) * size) };
  });
  const forced = session.forced(example).flatMap(({ attention, head, query, key }) => {
    const layer = drawn.findIndex((one) => one.attention === attention && one.head === head);
    return layer < 0 ? [] : [{ layer, query, key }];
  });
  const force = ({ layer, query, key }: TrainingViewEvents['attention-force']) => {
    const { attention, head } = drawn[layer]!;
    session.force(example, { attention, head, query }, key);
  };
  return html`<div class="row">
    <attention-patches
      .image=${image}
      .layers=${layers}
      .chosen=${session.chosen(example)}
      .forced=${forced}
      @attention-choose=${(event: CustomEvent<{ index: number }>) =>
        session.choose(example, event.detail.index)}
      @attention-force=${(event: CustomEvent<TrainingViewEvents['attention-force']>) =>
        force(event.detail)}
    ></attention-patches>
    <attention-answer
      .asked=${example === kOwn ? words.yours : words.image}
      .guesses=${inspection.answers[0] ?? []}
      .label=${inspection.labels[0]}
      .trained=${run.step > 0}
    ></attention-answer>
  </div>`;
}

export function digitDrawing(session: TrainingSession, heads: readonly ShownHead[], words: Words) {
  const { drawing } = session.state;
  const { digits } = words.training;
  return html`<section class="own">
    <h2>${digits.own}</h2>
    <p class="muted">${digits.hint}</p>
    <div class="drawn">
      <attention-drawing
        .drawing=${drawing}
        @attention-draw=${(event: CustomEvent<{ drawing: Uint8Array }>) =>
          session.draw(event.detail.drawing)}
      ></attention-drawing>
      ${isEmpty(drawing) ? nothing : digitRow(session, kOwn, heads, words)}
    </div>
  </section>`;
}
