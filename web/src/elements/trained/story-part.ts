/** The story of one example. The visitor can change each number, and ask what would raise it (its gradients). */
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type {
  ExampleInspection,
  NumberGradients,
  NumberPlace,
  RowDetail,
  RowPlace,
} from '../../engine/client/engine';
import type { Edit } from '../../model/edits/edits';
import { attentionAt, attentionsOf, type Side } from '../../model/stages/attentions';
import type { StoryParameters } from '../../model/stages/matrices';
import { asLearned } from '../../model/trained/model-state';
import { changedParameters } from '../../model/edits/parameter-edits';
import { stagesOf, type StageName } from '../../model/stages/stages';
import { indexOfLargest } from '../../model/stages/index-of-largest';
import { isSameRow, type RowAt, rowAt } from '../../model/stages/story-row';
import { matrixOf } from '../../tensors/tensor';
import { kOwnExample, withChange } from '../../model/changes/visitor-changes';
import { shownToken } from '../../model/tokens/shown-token';
import { taskRow } from '../../model/examples/tasks';
import type { HeadMap } from '../head-maps/head-map';
import type { HeadPlace } from '../../model/heads/head-place';
import { messageOf } from '../../words/refusal';
import type { Words } from '../../words/words';
import { placeSigns } from '../../geometry/digit-image';
import type { Inspected, InspectedModel } from '../../model/trained/inspected-model';
import type { ListedChange } from '../story/editor/attention-changes';
import type { AttentionStory } from '../story/attention-story';
import type { Overrides } from '../../model/edits/overrides';
import { keptIfEqual } from '../base/equal-lists';
import { failure } from '../parts/failure';
import type { StoryEvents } from '../story/names/story-events';
import { headInk } from '../example/arc-heads';
import type { ModelSession } from './session/model-session';
import type { ExampleResult } from './session/example-result';
import { shownGradients, shownRow } from './session/shown-model';

type StoryEvent<Name extends keyof StoryEvents> = CustomEvent<StoryEvents[Name]>;

export class StoryPart implements ReactiveController {
  /** The number and the pass that `#gradients` belong to. */
  #gradientOf: NumberPlace | null = null;
  #of: unknown;
  #gradients: NumberGradients | undefined;
  #row: AttentionStory['row'];
  /** The row that was requested last. */
  #requestedRow: Partial<RowAt> = {};
  /** The same row without changes, and where it is. */
  #learnedRow: (RowAt & { readonly detail: RowDetail }) | undefined;
  /** Why the gradients, and why the row, could not be computed. */
  #gradientsProblem: Error | null = null;
  #rowProblem: Error | null = null;
  #words: Record<Side, readonly string[]> = { source: [], target: [] };
  #known: (StoryParameters & { edits: readonly Edit[] }) | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly session: ModelSession,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    void this.#follow();
    void this.#followRow();
  }

  /**
   *   presented  in large type
   *   changes    all of them: the story has a chip for each
   *   texts      for a message
   */
  render(presented: boolean, changes: readonly ListedChange[], texts: Words) {
    const { session } = this;
    const { current } = session;
    const example = session.storyExample;
    const result = current?.examples[example];
    if (!current || !result?.changed) return nothing;
    const { config, answers } = current.loaded.info;
    const { asked, stage, matrix, columns } = session.shownState;
    const { name } = this.#attention;
    const words = this.#wordsOf(result.changed.example);
    this.#takeRow(result);
    const problem = this.#gradientsProblem ?? this.#rowProblem;
    return html`${failure(problem && messageOf(problem)(texts), texts, () => this.#retry())}<attention-story
        ?presented=${presented}
        ?untrained=${!session.isTrained}
        .config=${config}
        .tokens=${words.source}
        .targets=${words.target}
        .vocabulary=${answers}
        .inputs=${current.loaded.inputs}
        .parameters=${this.#parameters(current.loaded, current.state.edits)}
        .inspection=${result.changed.model}
        .original=${result.original?.model}
        .chosen=${live(this.#chosen(example))}
        .answered=${this.#answered(example)}
        .layer=${live(this.#layer)}
        .stage=${live(stage)}
        .matrix=${live(matrix || undefined)}
        .columns=${live(columns)}
        .head=${live(session.headShown(name))}
        .inks=${this.#inks()}
        .overrides=${this.#overridesOf(example)}
        .edits=${current.state.edits}
        ?shared=${current.examples.length > 1}
        .changes=${changes}
        .gradientOf=${asked ?? undefined}
        .gradients=${asked === this.#gradientOf ? this.#gradients : undefined}
        .row=${this.#row}
        @attention-choose=${(event: StoryEvent<'attention-choose'>) =>
          session.chooseWord(example, event.detail.index + this.#before(example))}
        @attention-write=${(event: StoryEvent<'attention-write'>) =>
          void this.#write(example, event.detail.index)}
        @attention-edit=${(event: StoryEvent<'attention-edit'>) =>
          session.changeShown({ edits: event.detail.change(session.shownState.edits) })}
        @attention-edit-undo-all=${() => session.changeShown(asLearned(session.shownState))}
        @attention-story-place=${(event: StoryEvent<'attention-story-place'>) =>
          this.#go(event.detail)}
        @attention-ask=${(event: StoryEvent<'attention-ask'>) =>
          session.changeShown({ asked: event.detail.place ?? null })}
      ></attention-story>`;
  }

  /**
   * The head of the story, all its rows, and the arithmetic of the chosen word's row.
   *   texts  in which `map` names heads
   */
  matrices(texts: Words, map: (place: HeadPlace) => HeadMap | undefined) {
    const { session } = this;
    const example = session.storyExample;
    const changed = session.current?.examples[example]?.changed;
    if (!changed) return nothing;
    const { name: attention, queries, keys } = this.#attention;
    const head = session.headShown(attention);
    const query = this.#chosen(example);
    const place = { inspection: changed.model, layer: this.#layer, head, query };
    const detail = rowAt(this.#row, place);
    const words = this.#wordsOf(changed.example);
    const before = session.before(example);
    const drawingInputs = [...session.drawingInputs(example), texts, words.source, words.target];
    return guard(
      [...drawingInputs, attention, head, query, detail],
      () =>
        html`<attention-matrices
          ?untrained=${!session.isTrained}
          .tokens=${words[queries]}
          .keys=${words[keys]}
          .map=${map({ attention, head })}
          .was=${before && matrixOf(before.inspection.weights[attention]!, head).data}
          .query=${query}
          .detail=${detail}
          @attention-choose=${(event: StoryEvent<'attention-choose'>) =>
            session.chooseWord(example, event.detail.index + this.#before(example))}
        ></attention-matrices>`,
    );
  }

  /** The forced rows and switched-off heads that affect the example. */
  #overridesOf(example: number): Overrides {
    const { off } = this.session.shownState.changes;
    return { off, forced: this.session.forced(example) };
  }

  /** Opens the field for the visitor's own sentence, with one of the query words selected. */
  async #write(example: number, word: number): Promise<void> {
    const { session } = this;
    const { text, changed } = session.current!.examples[example]!;
    const { tokens, target_tokens } = changed!.example;
    // Without a network the next click tries again.
    const module = await import('./write-own').catch(() => null);
    const own = {
      text,
      tokens: [...tokens, ...target_tokens],
      index: word + this.#before(example),
    };
    if (module?.writeOwn(this.host.renderRoot, own)) session.changeShown({ example: kOwnExample });
  }

  /** The stages of the shown layer; none if no story is shown. */
  get stages(): readonly StageName[] {
    const { current } = this.session;
    return current ? stagesOf(current.loaded.info.config, this.#layer) : [];
  }

  get #attention() {
    return attentionAt(this.session.current!.loaded.info.config, this.#layer);
  }

  /** How many words of the example come before the story's query words. */
  #before(example: number): number {
    const inspection = this.session.current!.examples[example]?.changed?.example;
    return this.#attention.queries === 'target' ? (inspection?.tokens.length ?? 0) : 0;
  }

  /** The index of the story's query word, among the words of its side. */
  #chosen(example: number): number {
    const { session } = this;
    const { tokens, target_tokens } = session.current!.examples[example]!.changed!.example;
    const query = session.chosenWord(example);
    if (target_tokens.length === 0) return query;
    if (this.#attention.queries === 'target') return this.#answered(example);
    return query < tokens.length ? query : this.#lookedAt(example);
  }

  /** The chosen target word, or the one that the task asks about. */
  #answered(example: number): number {
    const { session } = this;
    const { tokens, target_tokens } = session.current!.examples[example]!.changed!.example;
    const targetQuery = session.chosenWord(example) - tokens.length;
    return targetQuery >= 0 || target_tokens.length === 0
      ? targetQuery
      : taskRow(session.task).answerPlace;
  }

  /**
   * The source word that the chosen target word looks at in the unchanged model, so that no edit moves the story to
   * another word.
   */
  #lookedAt(example: number): number {
    const { session } = this;
    const [attention = ''] = taskRow(session.task).arcs;
    const { original, changed } = session.current!.examples[example]!;
    const { weights } = (original ?? changed)!.example;
    const { shape, data } = weights[attention]!;
    const [, queries = 0, keys = 0] = shape;
    const from = (session.headShown(attention) * queries + this.#answered(example)) * keys;
    return indexOfLargest(data.subarray(from, from + keys));
  }

  /** The ink of each attention's heads, the same as that of their arcs. */
  #inks() {
    const { session } = this;
    return attentionsOf(session.current!.loaded.info.config).map(({ name: attention, shape }) =>
      Array.from({ length: shape.heads }, (_, head) =>
        headInk({ attention, head }, session.task, session),
      ),
    );
  }

  #wordsOf({ tokens, target_tokens }: ExampleInspection): Record<Side, readonly string[]> {
    const lastWords = this.#words;
    const isImage = taskRow(this.session.task).images !== undefined;
    const source = isImage ? placeSigns : keptIfEqual(lastWords.source, tokens.map(shownToken));
    const target = keptIfEqual(lastWords.target, target_tokens.map(shownToken));
    return (this.#words = { source, target });
  }

  /** The parameters with the edits, and as they were learned. */
  #parameters(loaded: InspectedModel, edits: readonly Edit[]): StoryParameters {
    const learned = loaded.parameters;
    const known = this.#known;
    if (known?.edits === edits && known.learned === learned) return known;
    const now = { ...learned, ...changedParameters(learned, edits) };
    this.#known = { now, learned, edits };
    return this.#known;
  }

  /** The first layer whose arcs are drawn. */
  get #drawnLayer(): number {
    const { task, current } = this.session;
    const [drawn] = taskRow(task).arcs;
    return attentionsOf(current!.loaded.info.config).findIndex(({ name }) => name === drawn);
  }

  /** A link may name a layer that the model does not have. */
  get #layer(): number {
    const { shownState, current } = this.session;
    const last = attentionsOf(current!.loaded.info.config).length - 1;
    return Math.max(0, Math.min(shownState.layer ?? this.#drawnLayer, last));
  }

  /** A layer as the state has it. */
  #named(layer: number): number | null {
    return layer === this.#drawnLayer ? null : layer;
  }

  /** Shows the arcs and the story of a head. */
  show(place: HeadPlace): void {
    const { session } = this;
    const attentions = attentionsOf(session.current!.loaded.info.config);
    const layer = attentions.findIndex(({ name }) => name === place.attention);
    const matrix = layer === this.#layer ? session.shownState.matrix : '';
    const changes = withChange(session.shownState.changes, 'shown', place);
    session.changeShown({ changes, layer: this.#named(layer), matrix });
  }

  #go(place: StoryEvents['attention-story-place']): void {
    const { layer, head, stage, matrix = '', columns } = place;
    const { session } = this;
    const attention = attentionAt(session.current!.loaded.info.config, layer).name;
    let { changes } = session.shownState;
    // A newly chosen layer keeps the head that was last shown in it.
    if (layer === this.#layer && session.headShown(attention) !== head)
      changes = withChange(changes, 'shown', { attention, head });
    session.changeShown({ changes, layer: this.#named(layer), stage, matrix, columns });
  }

  /** Computes the gradients again when the shown numbers or the target number change. */
  async #follow(): Promise<void> {
    const { session } = this;
    const { asked } = session.shownState;
    const { current, storyExample } = session;
    const inspected = current?.examples[storyExample]?.changed;
    if (this.#gradientOf === asked && this.#of === inspected) return;
    if (this.#gradientOf !== asked) this.#gradients = undefined;
    this.#gradientOf = asked;
    this.#of = inspected;
    if (this.#gradientsProblem) {
      this.#gradientsProblem = null;
      this.host.requestUpdate();
    }
    if (!asked || !current || !inspected) return;
    const [gradients, problem] = await settled(shownGradients(current, storyExample, asked));
    if (this.#gradientOf !== asked || this.#of !== inspected) return;
    this.#gradients = gradients ?? undefined;
    this.#gradientsProblem = problem;
    this.host.requestUpdate();
  }

  /** The place of the story's row. */
  get #rowPlace(): RowPlace {
    const { name: attention } = this.#attention;
    const head = this.session.headShown(attention);
    return { attention, head, query: this.#chosen(this.session.storyExample) };
  }

  /** Sets the row of the shown numbers, if it came with their computation or is already known. */
  #takeRow({ changed, original }: ExampleResult): void {
    if (!changed || !original || this.#requestedRow.inspection === changed.model) return;
    const { attention, head, query } = this.#rowPlace;
    const rowPlace = { layer: this.#layer, head, query };
    const brought = ({ row, model }: Inspected) =>
      row?.attention === attention && row.head === head && row.query === query
        ? model.row
        : undefined;
    const learnedAt = { ...rowPlace, inspection: original.model };
    const learned = rowAt(this.#learnedRow, learnedAt)?.detail ?? brought(original);
    const detail = changed === original ? learned : brought(changed);
    if (!learned || !detail) return;
    this.#learnedRow = { ...learnedAt, detail: learned };
    this.#requestedRow = { ...rowPlace, inspection: changed.model };
    this.#row = { ...detail, ...rowPlace, inspection: changed.model, original: learned };
    this.#rowProblem = null;
  }

  /** Asks for the row again when the shown numbers or the place change. */
  async #followRow(): Promise<void> {
    const { session } = this;
    const { current, storyExample: example } = session;
    const { changed, original } = current?.examples[example] ?? {};
    if (!current || !changed || !original) return;
    const place = this.#rowPlace;
    session.storyRow = { example, place };
    const { head, query } = place;
    const rowPlace = { inspection: changed.model, layer: this.#layer, head, query };
    if (isSameRow(this.#requestedRow, rowPlace)) return;
    this.#requestedRow = rowPlace;
    this.#rowProblem = null;
    const learnedAt = { ...rowPlace, inspection: original.model };
    const known = rowAt(this.#learnedRow, learnedAt)?.detail;
    const [details, problem] = await settled(
      Promise.all([
        known ?? shownRow(current, example, place, 'learned'),
        changed === original ? null : shownRow(current, example, place, 'shown'),
      ]),
    );
    if (this.#requestedRow !== rowPlace) return;
    this.#rowProblem = problem;
    this.host.requestUpdate();
    const [learned, withChanges] = details ?? [];
    if (!learned) return;
    this.#learnedRow = { ...learnedAt, detail: learned };
    this.#row = { ...(withChanges ?? learned), ...rowPlace, original: learned };
  }

  /** Asks again for what could not be computed. */
  #retry(): void {
    this.#gradientsProblem = this.#rowProblem = null;
    this.#gradientOf = null;
    this.#of = undefined;
    this.#requestedRow = {};
    this.host.requestUpdate();
  }
}

/** The result, or the error. */
const settled = <T>(work: Promise<T>): Promise<[T | null, Error | null]> =>
  work.then(
    (result) => [result, null],
    (error: Error) => [null, error],
  );
