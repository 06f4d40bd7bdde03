/**
 * `<attention-head-story>`: the computation of the chosen word in the chosen head, with every number editable. It is
 * loaded, and computed, while it is near the screen.
 */
import { css, html, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { NumberGradients, NumberPlace } from '../../../engine/client/engine';
import type { Edit } from '../../../model/edits/edits';
import type { StoryParameters } from '../../../model/stages/matrices';
import { canRead, comparedTexts } from '../../../model/language/compared-texts';
import type { LanguageState } from '../../../model/language/language-state';
import { changedParts, type ParameterParts } from '../../../model/stages/parameter-parts';
import type { PlacedRow } from '../../../model/stages/story-row';
import { isChanged } from '../../../model/language/text-changes';
import type { InspectedText, TextModel } from '../../../model/language/text-model';
import type { StoryPlace, StoryRequest, StoryOfText } from '../../../model/language/text-story';
import '../../../words/add-language-model';
import '../../../words/add-story';
import { loaded, messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { LatestTask } from '../../base/latest-task';
import { NearViewport } from '../../base/near-viewport';
import { WordedElement } from '../../base/worded';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { whereNarrow } from '../../styles/columns.styles';
import { headingStyles } from '../../story/heading.styles';
import type { StoryEvents } from '../../story/names/story-events';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { changeFacts } from '../base/sentence-maps';
import { problemLine } from '../../parts/problem-line';

type StoryEvent<Name extends keyof StoryEvents> = CustomEvent<StoryEvents[Name]>;

interface ShownStory {
  readonly seen: InspectedText;
  readonly now: StoryOfText;
  /** The story without any change. */
  readonly original: StoryOfText;
}

/** Identifies a story among those of the same text and changes. */
const keyOf = ({ place, texts }: StoryRequest): string =>
  JSON.stringify([place.layer, place.head, place.query, texts]);

const isSameHead = (one: StoryPlace | undefined, other: StoryPlace): boolean =>
  one?.layer === other.layer && one.head === other.head;

export class AttentionHeadStory extends WordedElement {
  static override styles = [
    partStyles,
    headingStyles,
    css`
      :host {
        display: block;
      }
      .room {
        min-block-size: 95rem;
        line-height: 1.25rem;
      }
      ${whereNarrow(css`
        .room {
          min-block-size: 150rem;
        }
      `)}
      @media print {
        .room {
          display: none;
        }
      }
      /* In sight wherever in the story the visitor is. */
      p.problem {
        position: sticky;
        inset-block-end: 0;
        z-index: 1;
        background: var(--paper);
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) seen: InspectedText | undefined;
  @property({ attribute: false }) state: LanguageState | undefined;
  /** The query token, from 0. */
  @property({ type: Number }) query = 0;
  /** The heads that have a name, as `layer.head`. */
  @property({ attribute: false }) names: ReadonlyMap<string, unknown> = new Map();
  @state() private result: ShownStory | null = null;
  /** Why the story, the learned parameters, or the gradients could not be computed. */
  @state() private problem: Error | null = null;
  @state() private parametersProblem: Error | null = null;
  @state() private gradientsProblem: Error | null = null;
  /**
   * The learned parameters of one head; `isWhole`: including the feed-forward's matrices, which are read when their
   * stage is shown.
   */
  @state() private parameters: {
    readonly place: StoryPlace;
    readonly isWhole: boolean;
    readonly learned: ParameterParts;
  } | null = null;
  #cachedParameters: (StoryParameters & { readonly edits: readonly Edit[] }) | null = null;
  /** The place whose parameters were requested last. */
  #requestedParameters: { readonly place: StoryPlace; readonly isWhole: boolean } | null = null;
  /** The gradients of the number that `#requestedGradients` names. */
  @state() private gradients: NumberGradients | undefined;
  #requestedGradients: {
    readonly result: ShownStory | null;
    readonly gradientOf: NumberPlace | null;
  } | null = null;
  #isLoaded = false;
  /** The two texts whose similarity the page attributes to tokens: of each, the last that has words. */
  #texts: readonly string[] = comparedTexts.slice(0, 2);
  /** The last story without changes, by its text and request. */
  #original: { readonly key: string; readonly story: Promise<StoryOfText> } | null = null;
  readonly #viewport = new NearViewport(this, () => void this.#load());
  readonly #task = new LatestTask(
    () => this.#viewport.near && this.#isLoaded,
    () => this.#compute(),
  );

  /** The story to compute in the same pass as the sentence, while the story is in sight. */
  get request(): StoryRequest | undefined {
    return this.#viewport.near && this.#isLoaded ? this.#currentRequest : undefined;
  }

  get #currentRequest(): StoryRequest | undefined {
    const { model, state, query } = this;
    if (!model || !state) return undefined;
    const [layer, head] = [
      Math.min(state.layer, model.layers - 1),
      Math.min(state.head, model.heads - 1),
    ];
    return { place: { layer, head, query }, texts: this.#texts };
  }

  #keepTexts(): void {
    const { model, state } = this;
    if (!model || !state) return;
    const texts = state.pair.map((i) => state.texts[i]!);
    this.#texts = texts.map((text, i) => (canRead(model, text) ? text : this.#texts[i]!));
  }

  async #load(): Promise<void> {
    try {
      await loaded(import('../../story/attention-story'));
      this.#isLoaded = true;
      await this.#task.run();
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('model')) {
      this.#original = this.result = this.parameters = this.#requestedParameters = null;
      this.parametersProblem = this.gradientsProblem = null;
    }
    this.#keepTexts();
    const names = ['model', 'seen', 'query', 'state'] as const;
    if (names.some((name) => changed.has(name)) && this.#isOther) void this.#task.ask();
  }

  protected override updated(): void {
    void this.#computeGradients();
    void this.#readParameters();
  }

  get #isOther(): boolean {
    const request = this.#currentRequest;
    if (!request || !this.seen) return false;
    return this.result?.seen !== this.seen || keyOf(this.result.now) !== keyOf(request);
  }

  protected override render() {
    const { model, state, result } = this;
    const request = this.#currentRequest;
    if (this.problem) return this.#alert(this.problem);
    if (!model || !state || !result || !request) return this.#coming();
    return html`${this.#story(model, state, result, request)}
    ${this.#alert(this.gradientsProblem ?? this.parametersProblem)}`;
  }

  /** The heading of the story, and room for it, so that nothing below it moves when it appears. */
  #coming() {
    const { story, languageModel } = this.words;
    return html`<div class="room">
      <h2>${story.heading}</h2>
      <p class="hint">${story.hint}</p>
      <p>${languageModel.storyLoading}</p>
    </div>`;
  }

  #alert(problem: Error | null) {
    return problemLine(problem && messageOf(problem)(this.words));
  }

  #story(model: TextModel, state: LanguageState, result: ShownStory, request: StoryRequest) {
    const { seen, now, original } = result;
    const { config, vocabulary } = model.story;
    const row: PlacedRow = {
      ...now.row,
      inspection: now.inspection,
      layer: now.place.layer,
      head: now.place.head,
      query: now.place.query,
      original: original.row,
    };
    const inks = Array.from({ length: model.layers }, (_, i) =>
      Array.from({ length: model.heads }, (_, j) => Number(this.names.has(`${i}.${j}`))),
    );
    return html`<attention-story
      @attention-provenance=${(event: ProvenanceEvent) =>
        addProvenance(event, { text: seen.text, ...changeFacts(seen.changes, model.heads) })}
      .config=${config}
      .tokens=${seen.tokens}
      .ids=${seen.ids}
      .vocabulary=${vocabulary}
      .storedAs=${model.weights}
      .parameters=${this.#parametersOf(result)}
      .inspection=${now.inspection}
      .original=${original.inspection}
      .row=${row}
      .chosen=${live(request.place.query)}
      .layer=${live(request.place.layer)}
      .head=${live(request.place.head)}
      .stage=${live(state.stage)}
      .matrix=${live(state.matrix || undefined)}
      .columns=${live(state.columns)}
      .inks=${inks}
      .overrides=${{ off: seen.changes.off ?? [], forced: seen.changes.forced ?? [] }}
      .edits=${seen.changes.edits ?? []}
      .gradientOf=${state.asked ?? undefined}
      .gradients=${this.gradients}
      @attention-choose=${({ detail }: StoryEvent<'attention-choose'>) =>
        sendChange(this, { word: detail.index - 1 })}
      @attention-edit=${({ detail }: StoryEvent<'attention-edit'>) =>
        sendChange(this, { edits: detail.change(this.state!.edits) })}
      @attention-edit-undo-all=${() => sendChange(this, { edits: [] })}
      @attention-ask=${({ detail }: StoryEvent<'attention-ask'>) =>
        sendChange(this, { asked: detail.place ?? null })}
      @attention-story-place=${({ detail }: StoryEvent<'attention-story-place'>) =>
        this.#go(detail)}
    ></attention-story>`;
  }

  /** The same head in another layer. */
  #go(place: StoryEvents['attention-story-place']): void {
    const { layer, head, stage, matrix = '', columns } = place;
    const last = this.#currentRequest!.place;
    sendChange(this, {
      layer,
      head: layer === last.layer ? head : last.head,
      stage,
      matrix,
      columns,
    });
  }

  async #compute(): Promise<void> {
    const { model, seen, request } = this;
    if (!model || !seen || !request) return;
    try {
      const key = keyOf(request);
      const { text, changes } = seen;
      const isHere = seen.story !== undefined && keyOf(seen.story) === key;
      const now = isHere ? seen.story! : model.story.compute(text, request, changes);
      const original = isChanged(changes) ? this.#originalOf(model, text, request) : now;
      const result = { seen, now: await now, original: await original };
      if (this.model === model) [this.result, this.problem] = [result, null];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }

  /** Computes the gradients again when the shown story or the target number changes. */
  async #computeGradients(): Promise<void> {
    const { model, result } = this;
    const gradientOf = this.state?.asked ?? null;
    if (
      this.#requestedGradients?.result === result &&
      this.#requestedGradients.gradientOf === gradientOf
    )
      return;
    if (this.#requestedGradients?.gradientOf !== gradientOf) this.gradients = undefined;
    const requested = (this.#requestedGradients = { result, gradientOf });
    this.gradientsProblem = null;
    if (!model || !result || !gradientOf) return;
    const { seen, now } = result;
    const isCurrent = () => this.#requestedGradients === requested;
    try {
      const gradients = await model.story.gradients(seen.text, now, seen.changes, gradientOf);
      if (isCurrent()) this.gradients = gradients;
    } catch (error) {
      if (isCurrent()) [this.gradients, this.gradientsProblem] = [undefined, error as Error];
    }
  }

  /** Reads the parameters of the shown head. The feed-forward's matrices are large, so they are read only at its stage. */
  async #readParameters(): Promise<void> {
    const { model, result } = this;
    if (!model || !result) return;
    const { place } = result.now;
    const last =
      this.#requestedParameters && isSameHead(this.#requestedParameters.place, place)
        ? this.#requestedParameters
        : null;
    const isWhole = last?.isWhole === true || this.state?.stage === 'feed_forward';
    if (last?.isWhole === isWhole) return;
    const read = (this.#requestedParameters = { place, isWhole });
    this.parametersProblem = null;
    const { story } = model;
    const isCurrent = () => this.#requestedParameters === read;
    try {
      const parts = [story.parameters(place), ...(isWhole ? [story.feedForward(place)] : [])];
      const learned: ParameterParts = Object.assign({}, ...(await Promise.all(parts)));
      if (isCurrent()) this.parameters = { place, isWhole, learned };
    } catch (error) {
      if (isCurrent()) [this.parameters, this.parametersProblem] = [null, error as Error];
    }
  }

  /** The parameters of the shown place, with the edits of the shown text. */
  #parametersOf({ seen, now: { place } }: ShownStory): StoryParameters | undefined {
    const { parameters } = this;
    if (!parameters || !isSameHead(parameters.place, place)) return undefined;
    const { learned } = parameters;
    const { edits = [] } = seen.changes;
    if (this.#cachedParameters?.edits !== edits || this.#cachedParameters.learned !== learned)
      this.#cachedParameters = { now: changedParts(learned, edits), learned, edits };
    return this.#cachedParameters;
  }

  #originalOf(model: TextModel, text: string, request: StoryRequest): Promise<StoryOfText> {
    const key = `${keyOf(request)} ${text}`;
    if (this.#original?.key !== key) {
      const story = model.story.compute(text, request, {});
      const original = (this.#original = { key, story });
      story.catch(() => {
        if (this.#original === original) this.#original = null;
      });
    }
    return this.#original!.story;
  }
}

define('attention-head-story', AttentionHeadStory);
