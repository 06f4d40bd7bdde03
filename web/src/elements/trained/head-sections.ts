/** The sections about the heads of the story's example: the matrices of the shown head, and the maps of all of them. */
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ExampleInspection } from '../../engine/client/engine';
import { placeSigns } from '../../geometry/digit-image';
import { exampleView } from '../../model/examples/example-view';
import { taskRow } from '../../model/examples/tasks';
import { isHead, type HeadPlace } from '../../model/heads/head-place';
import type { Words } from '../../words/words';
import { untrainedBadge } from '../example/untrained-badge';
import { headMaps } from '../head-maps/head-map-list';
import type { ModelSession } from './session/model-session';
import type { StoryPart } from './story-part';

export function matricesSection(session: ModelSession, storyPart: StoryPart, words: Words) {
  const inspection = session.inspection(session.storyExample);
  const matrices = storyPart.matrices(words, ({ attention, head }) =>
    mapsOf(inspection!, session, words).find(isHead(attention, head)),
  );
  if (matrices === nothing) return nothing;
  return html`<section class="matrices" data-part="matrices">
    ${heading(words.trained.matrices, session, words)} ${matrices}
  </section>`;
}

/**
 *   chosen   the heads whose arcs are shown
 *   answers  what follows the maps: how the changes change the answers to all examples
 */
export function mapsSection(
  session: ModelSession,
  storyPart: StoryPart,
  chosen: () => readonly HeadPlace[],
  answers: unknown,
  words: Words,
) {
  const { storyExample } = session;
  const inspection = session.inspection(storyExample);
  const maps = () => {
    const { tokens, target_tokens } = inspection!;
    const row = session.chosenWord(storyExample) - exampleView(inspection!).before;
    return html`<attention-head-maps
      ?untrained=${!session.isTrained}
      .tokens=${taskRow(session.task).images ? placeSigns : tokens}
      .targets=${target_tokens.length > 0 ? target_tokens : undefined}
      .heads=${mapsOf(inspection!, session, words)}
      .chosen=${chosen()}
      .query=${row < 0 ? undefined : row}
      @attention-head-choose=${(event: CustomEvent<HeadPlace>) => storyPart.show(event.detail)}
      @attention-head-toggle=${(event: CustomEvent<HeadPlace>) => session.toggle(event.detail)}
    ></attention-head-maps>`;
  };
  return html`<section data-part="maps">
    ${heading(words.trained.maps, session, words)}
    ${inspection ? guard([...session.drawingInputs(storyExample), words], maps) : nothing}
    ${answers}
  </section>`;
}

/** Says so where the numbers are untrained and mean nothing yet. */
const heading = (
  { heading, hint }: { readonly heading: string; readonly hint: string },
  session: ModelSession,
  words: Words,
) =>
  html`<div class="line">
    <h2>${heading}</h2>
    <span>${hint}</span>
    ${untrainedBadge(session.isTrained, words)}
  </div>`;

function mapsOf({ weights }: ExampleInspection, session: ModelSession, { training }: Words) {
  const { task, evaluation } = session;
  const isOff = (attention: string, head: number) => session.isOff(attention, head);
  return headMaps({ task, weights, evaluation, isOff }, training);
}
