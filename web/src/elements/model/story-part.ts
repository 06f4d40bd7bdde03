/** The story of one example: every number of it can be changed, and asked for what would raise it. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { NumberGradients, NumberPlace } from '../../engine/client';
import { withEdit, withoutEdit } from '../../model/edits';
import { attentionName, rowAt } from '../../model/lines';
import { layerCount, stagesOf, type StageName } from '../../model/stages';
import { withChange } from '../../training/changes';
import { exampleView } from '../../training/example-view';
import type { HeadMap, HeadPlace } from '../../training/view-types';
import type { AttentionStory } from '../story/attention-story';
import type { StoryEvents } from '../story/story-events';
import type { ModelSession } from './model-session';

type StoryEvent<Name extends keyof StoryEvents> = CustomEvent<StoryEvents[Name]>;

export class StoryPart implements ReactiveController {
  #asked: NumberPlace | undefined;
  #gradients: NumberGradients | undefined;
  /** Of what the gradients are: another state has others. */
  #of: unknown;
  #row: AttentionStory['row'];
  /** Where the row is that was asked for last. */
  #rowAt = '';
  #rowOf: unknown;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    void this.#follow();
    void this.#followRow();
  }

  /** `presented`: in large type. */
  render(presented: boolean) {
    const { session } = this;
    const { shown } = session;
    const example = session.told;
    const seen = shown?.examples[example];
    if (!shown || !seen?.changed || !this.#isTold) return nothing;
    const { config, answers } = shown.loaded.info;
    const attention = attentionName(this.#layer);
    return html`<attention-story
      ?presented=${presented}
      .config=${config}
      .tokens=${exampleView(seen.changed.example).words}
      .vocabulary=${answers}
      .inspection=${seen.changed.model}
      .original=${seen.original?.model}
      .chosen=${session.chosen(example)}
      .layer=${this.#layer}
      .stage=${session.state.stage}
      .head=${session.headShown(attention)}
      .edits=${shown.state.edits}
      .asked=${this.#asked}
      .gradients=${this.#gradients}
      .row=${this.#row}
      @attention-choose=${(event: StoryEvent<'attention-choose'>) =>
        session.chooseWord(example, event.detail.index)}
      @attention-edit=${(event: StoryEvent<'attention-edit'>) =>
        session.change({ edits: withEdit(session.state.edits, event.detail.edit) })}
      @attention-edit-undo=${(event: StoryEvent<'attention-edit-undo'>) =>
        session.change({ edits: withoutEdit(session.state.edits, event.detail.index) })}
      @attention-edit-undo-all=${() => session.change({ edits: [] })}
      @attention-story-place=${(event: StoryEvent<'attention-story-place'>) =>
        this.#go(event.detail)}
      @attention-ask=${(event: StoryEvent<'attention-ask'>) => this.#ask(event.detail.place)}
    ></attention-story>`;
  }

  /** The head of the story, all its rows, and the arithmetic of the chosen word's row. */
  matrices(map: (place: HeadPlace) => HeadMap | undefined) {
    const { session } = this;
    const example = session.told;
    const seen = session.shown?.examples[example]?.changed;
    if (!seen || !this.#isTold) return nothing;
    const attention = attentionName(this.#layer);
    const head = session.headShown(attention);
    const chosen = session.chosen(example);
    const place = { inspection: seen.model, layer: this.#layer, head, chosen };
    return html`<attention-matrices
      .tokens=${exampleView(seen.example).words}
      .map=${map({ attention, head })}
      .query=${chosen}
      .detail=${rowAt(this.#row, place)}
      @attention-choose=${(event: StoryEvent<'attention-choose'>) =>
        session.chooseWord(example, event.detail.index)}
    ></attention-matrices>`;
  }

  /** The stages of the layer that is shown; none if no story is told. */
  get stages(): readonly StageName[] {
    const { shown } = this.session;
    return shown && this.#isTold ? stagesOf(shown.loaded.info.config, this.#layer) : [];
  }

  /** The film's model is looked into on the training page, and the story is that of one stack. */
  get #isTold(): boolean {
    const { shown, showsFilm } = this.session;
    return !showsFilm && shown?.loaded.info.config.architecture !== 'encoder_decoder';
  }

  /** A link may name a layer that the model does not have. */
  get #layer(): number {
    const { shown, state } = this.session;
    return Math.min(state.layer, layerCount(shown!.loaded.info.config) - 1);
  }

  #go({ layer, head, stage }: StoryEvents['attention-story-place']): void {
    const { session } = this;
    const attention = attentionName(layer);
    let { changes } = session.state;
    // Another layer is shown with the head that was shown there last.
    if (layer === this.#layer && session.headShown(attention) !== head)
      changes = withChange(changes, 'shown', { attention, head });
    session.change({ changes, layer, stage });
  }

  #ask(place: NumberPlace | undefined): void {
    this.#asked = place;
    this.#gradients = undefined;
    this.#of = undefined;
    this.host.requestUpdate();
  }

  /** The gradients are those of what is shown. */
  async #follow(): Promise<void> {
    const { session } = this;
    const asked = this.#asked;
    const of = session.shown?.examples[session.told]?.changed;
    if (!asked || !of || this.#of === of) return;
    this.#of = of;
    const gradients = await session.gradients(session.told, asked).catch(() => null);
    if (this.#asked !== asked || this.#of !== of) return;
    this.#gradients = gradients ?? undefined;
    this.host.requestUpdate();
  }

  /** The row is that of what is shown. */
  async #followRow(): Promise<void> {
    const { session } = this;
    const example = session.told;
    const inspection = session.shown?.examples[example]?.changed?.model;
    if (!inspection || !this.#isTold) return;
    const layer = this.#layer;
    const attention = attentionName(layer);
    const head = session.headShown(attention);
    const chosen = session.chosen(example);
    const at = [layer, head, chosen].join();
    if (this.#rowOf === inspection && this.#rowAt === at) return;
    this.#rowOf = inspection;
    this.#rowAt = at;
    const row = await session.row(example, { attention, head, query: chosen }).catch(() => null);
    if (!row || this.#rowOf !== inspection || this.#rowAt !== at) return;
    this.#row = { ...row, inspection, layer, head, chosen };
    this.host.requestUpdate();
  }
}
