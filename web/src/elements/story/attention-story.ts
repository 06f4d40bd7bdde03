/** `<attention-story>`: the whole computation of a sentence, one line per stage, with every number editable. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { NumberGradients, NumberPlace } from '../../engine/client/engine';
import { attentionAt, layerCount, layerShape, type Side } from '../../model/stages/attentions';
import { type Edit, type EditPlace, placeKey } from '../../model/edits/edits';
import { type ChosenColumns, type Followed, defaultColumns } from '../../model/stages/followed';
import { KeptLines } from '../../model/stages/kept-lines';
import { hasStory, linesOf, type Story, type StoryInspection } from '../../model/stages/lines';
import { noOverrides, type Overrides } from '../../model/edits/overrides';
import { type PlacedRow, rowAt } from '../../model/stages/story-row';
import type { StoryParameters } from '../../model/stages/matrices';
import { type StageName, stagesOf, type StoryConfig } from '../../model/stages/stages';
import '../../words/add-story';
import '../../words/add-views';
import { reachOf } from '../../draw/pictures/story-lane';
import { define } from '../base/define';
import { isOtherData } from '../base/equal-lists';
import { PaintedView } from '../base/painted-view';
import '../views/attention-table';
import { storyStyles } from './attention-story.styles';
import type { ListedChange } from './editor/attention-changes';
import { AnswerNews } from './rows/answer-news';
import { keepStep, stepWithFocus } from './kept-focus';
import { stageIn } from './nearest-stage';
import { numberDrag } from './editor/number-drag';
import { nameContext, type NameContext } from './names/number-name';
import {
  applyLayout,
  HostWidth,
  laneGeometry,
  numbersAcross,
  firstInSight,
  storyLayout,
  type StoryLayout,
} from './rows/story-layout';
import { storyLanes } from './rows/story-lanes';
import { StoryEditing } from './editor/story-editing';
import { sendStory, type StoryEvents } from './names/story-events';
import { formulaBar, readout } from './rows/story-formula';
import { MatrixCode, matrixButtons, openMatrix } from './matrices/story-matrices';
import { ScrolledStage } from './scrolled-stage';
import { shownStage, type ShownStage } from './shown-stage';
import { StoryCursor } from './story-cursor';
import { storyGrid } from './story-grid';
import { storyNote } from './rows/story-note';
import { WordsInSight } from './rows/words-in-sight';
import { StoryPainter } from './rows/story-painter';
import {
  layerChoice,
  storyHeading,
  strongestKeys,
  type StoryRows,
  weightKey,
  steepestOf,
  stepOf,
} from './rows/story-rows';
import { clampIndex } from '../base/clamp-index';

export class AttentionStory extends PaintedView {
  static override styles = storyStyles;

  @property({ attribute: false }) config: StoryConfig | undefined;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The words of the decoder's input, for an encoder-decoder. */
  @property({ attribute: false }) targets: readonly string[] = [];
  /** The words that the logits are for. */
  @property({ attribute: false }) vocabulary: readonly string[] = [];
  /** The words that the model reads, if they differ from those of the logits. */
  @property({ attribute: false }) inputs: Readonly<Record<Side, readonly string[]>> | undefined;
  /** The ids of the tokens, if the vocabulary is too large to pass. */
  @property({ attribute: false }) ids: readonly number[] | undefined;
  /** The model's parameters. Without them, only the matrices of fields can be opened. */
  @property({ attribute: false }) parameters: StoryParameters | undefined;
  /** The form in which a model stores parameters that are not shown, such as 'int8'. */
  @property({ attribute: 'stored-as' }) storedAs: string | undefined;
  /** The result with the edits, including the trace of this layer. */
  @property({ attribute: false }) inspection: StoryInspection | undefined;
  /** The result without edits: numbers that differ show both values. */
  @property({ attribute: false }) original: StoryInspection | undefined;
  /** The query word: an index into the targets if the attention is the decoder's. */
  @property({ type: Number }) chosen = 0;
  /** For the attention of an encoder: the target word whose prediction is shown. */
  @property({ type: Number }) answered = 0;
  @property({ type: Number }) layer = 0;
  @property({ type: Number }) head = 0;
  @property() stage: StageName = 'weights';
  /** The name of the tensor whose matrix is open. */
  @property() matrix: string | undefined;
  @property({ attribute: false }) columns: ChosenColumns = {};
  /** How much each head has learned, from 0 to 1: [attention][head]. By default all are in ink. */
  @property({ attribute: false, hasChanged: isOtherData })
  inks: readonly (readonly number[])[] = [];
  @property({ attribute: false, hasChanged: isOtherData }) overrides: Overrides = noOverrides;
  @property({ attribute: false }) edits: readonly Edit[] = [];
  /** Whether a change applies to other examples too. */
  @property({ type: Boolean }) shared = false;
  /** The visitor's changes, for the chips. When absent, the chips are made from the edits. */
  @property({ attribute: false }) changes: readonly ListedChange[] | undefined;
  /** The gradients of the number at `gradientOf`. */
  @property({ attribute: false }) gradients: NumberGradients | undefined;
  /** The arithmetic of the chosen word's row in this head, from the core. */
  @property({ attribute: false }) row: PlacedRow | undefined;
  @property({ attribute: false }) gradientOf: NumberPlace | undefined;
  /** Whether the parameters are random: then numbers are gray and labeled as untrained. */
  @property({ type: Boolean, reflect: true }) untrained = false;
  /** Whether the page is presented, in larger type. */
  @property({ type: Boolean, reflect: true }) presented = false;

  @state() private isOpened = false;
  readonly #width = new HostWidth(this);
  readonly #lines = new KeptLines();
  readonly #painter = new StoryPainter();
  readonly #editing = new StoryEditing(this);
  readonly #cursor = new StoryCursor(this, this.#editing, (stage) => {
    if (stage !== this.stage) this.#go({ stage });
  });
  readonly #matrixCode = new MatrixCode(this);
  readonly #drag = numberDrag(this, {
    numberUnder: (event) => this.#editing.numberUnder(event),
    change: (place: EditPlace, value) => this.#editing.change(place, { value }, true),
    end: (isKept) => this.#editing.end({ isKept }),
  });
  #sentence = '';
  #defaultColumns: Followed | undefined;
  /** Whether another word was chosen since the rows were drawn. */
  #isMoved = true;
  #rows: StoryRows | undefined;
  #shown: ShownStage = { stage: 'weights', matrices: [], open: undefined };
  #layout: StoryLayout = storyLayout(1024, 1, 0);
  #steepest = 0;
  readonly #scrolled = new ScrolledStage(this);
  readonly #news = new AnswerNews();
  protected override readonly scrolled = '.scroll, .column-words';
  readonly #words = new WordsInSight(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { config, inspection, original, gradients } = this;
    if (!config || !inspection) return void (this.#rows = undefined);
    const layer = (this.layer = clampIndex(this.layer, layerCount(config)));
    const { name, queries, keys, stack } = attentionAt(config, layer);
    // While another layer is computed, the previous one stays on screen.
    if (!(`${name}.q` in inspection.trace)) return;
    this.#rows = undefined;
    const words = this.#tokens;
    const n = words[queries].length;
    if (!hasStory({ config, layer }, inspection, n)) return;
    const chosen = (this.chosen = clampIndex(this.chosen, n));
    const head = (this.head = clampIndex(this.head, layerShape(config, layer).heads));
    const stages = stagesOf(config, layer);
    if (['stage', 'layer', 'config'].some((name) => changed.has(name as 'stage')))
      this.#scrolled.rest();
    const place = { inspection, layer, head, query: chosen };
    const story = {
      config,
      original,
      gradients,
      row: rowAt(this.row, place),
      n,
      ...place,
      keys: words[keys].length,
      answered: stack === 'encoder.' ? this.answered : undefined,
    };
    const sentence = [layer, head, chosen, ...words.source, '', ...words.target].join(' ');
    if (sentence !== this.#sentence) {
      this.#sentence = sentence;
      this.#isMoved = true;
      this.#defaultColumns = defaultColumns({ ...story, inspection: original ?? inspection });
      this.#cursor.key = weightKey(story);
      if (changed.has('chosen') || changed.has('tokens')) this.#editing.active = undefined;
    }
    const { source, target } = this.naming.placed;
    const longest = this.#painter.longest([...source, ...target], this, this.canvasColors);
    this.#layout = storyLayout(this.#width.width, this.#columns, longest, this.presented);
    this.#rows = this.#rowsOf(story, stages);
    this.#news.read(this.#rows);
  }

  get #tokens(): Record<Side, readonly string[]> {
    return { source: this.tokens, target: this.targets };
  }

  /** Both sentences share the columns. */
  get #columns(): number {
    return Math.max(this.tokens.length, this.targets.length);
  }

  get naming(): NameContext {
    return nameContext(this, this.words);
  }

  /** If showing the scrolled stage would move lines (to insert a note or numbers), only the formula follows. */
  #stageOf(story: Story, stages: readonly StageName[]): ShownStage {
    const moves = !this.#layout.hasMargin || this.isOpened;
    return shownStage(story, stages, {
      chosen: this.stage,
      scrolled: moves ? undefined : this.#scrolled.stage,
      matrix: this.matrix,
      parameters: this.parameters,
    });
  }

  #rowsOf(story: Story, stages: readonly StageName[]): StoryRows {
    const { inks, isOpened, words } = this;
    this.#shown = this.#stageOf(story, stages);
    const { stage, open } = this.#shown;
    const { placed, inputs, vocabulary } = this.naming;
    const { active } = this.#editing;
    const rows: StoryRows = {
      story,
      stages,
      vocabulary,
      inputs,
      placed,
      stage,
      cursor: this.#cursor.key,
      inks,
      isOpened,
      words,
      ids: this.ids,
      overrides: this.overrides,
      tokens: this.#tokens,
      lines: new Map(stages.map((name) => [name, this.#lines.keep(linesOf(name, story))])),
      active: active ? placeKey(active) : '',
      followed: ({ axis, width }) =>
        Math.min(this.columns[axis] ?? this.#defaultColumns![axis], width - 1),
      across: (line) => numbersAcross(line, this.#layout.room - this.#layout.label),
      dark: this.canvasColors.dark,
      split: this.presented,
      note: undefined,
      matrix: undefined,
      absent: stages.includes(this.stage) ? undefined : this.stage,
      go: (to) => this.#go({ stage: to }),
      choose: (index) => sendStory(this, 'attention-choose', { index: (this.chosen = index) }),
      write: (index) => sendStory(this, 'attention-write', { index }),
      goTo: (layer, head) => this.#go({ layer, head, stage: stageIn(story.config, layer, stage) }),
      pitchOf: (line) => laneGeometry(line, this.#layout).pitch,
      follow: ({ axis }, column) => this.#go({ columns: { ...this.columns, [axis]: column } }),
    };
    this.#steepest = Math.max(steepestOf(rows), reachOf(open?.gradients ?? []));
    return {
      ...rows,
      note: this.#layout.hasMargin ? undefined : this.#note(rows),
      matrix: this.#openMatrix(rows),
    };
  }

  protected override render() {
    const rows = this.#rows;
    if (!rows) return nothing;
    const { words } = rows;
    return html`${storyHeading(rows)}
      <p class="unseen" role="status">${this.#news.message?.(words)}</p>
      ${formulaBar({ ...rows, stage: this.#scrolled.stage ?? rows.stage }, (stage) => this.#go({ stage }, true))}
      <div class="columns">
        <div @focusin=${this.#editing.reach}>
          ${layerChoice(rows)}
          ${storyGrid(rows, { cursor: this.#cursor, drag: this.#drag, words: this.#words })}
          <div class="below">
            ${this.#editing.chips(words)}
            ${this.#editing.legend(words, this.gradients && this.#steepest)}
          </div>
        </div>
        ${
          this.#layout.hasMargin
            ? html`<div class="margin">${this.#editing.render(words)} ${this.#note(rows)}</div>`
            : this.#editing.active
              ? html`<div class="bar">${readout(rows)} ${this.#editing.render(words)}</div>`
              : nothing
        }
      </div>`;
  }

  #note(rows: StoryRows) {
    const { stage } = rows;
    const { matrices, open } = this.#shown;
    return storyNote(rows, {
      storedAs: this.storedAs,
      untrained: this.untrained,
      matrices: matrixButtons({
        matrices,
        stage: rows.words.story.stages[stage].name,
        open: open?.name,
        naming: this.naming,
        toggle: (name) => this.#go({ stage, matrix: name === open?.name ? undefined : name }),
      }),
      go: (stage) => this.#go({ stage }, true),
      open: () => {
        this.isOpened = !this.isOpened;
        if (stage !== this.stage) this.#go({ stage });
      },
    });
  }

  #openMatrix(rows: StoryRows) {
    const { open: matrix, matrices } = this.#shown;
    if (!matrix) return undefined;
    return openMatrix({
      matrix,
      code: this.#matrixCode,
      editing: this.#editing,
      naming: this.naming,
      untrained: this.untrained,
      ...this.#layout,
      steepest: this.#steepest,
      close: () => this.#go({ stage: rows.stage, matrix: undefined }),
      stage: rows.words.story.stages[rows.stage].name,
      step: stepOf(rows, matrices, matrix.place(0, 0)),
    });
  }

  protected override updated(): void {
    const rows = this.#rows;
    if (!rows) return;
    applyLayout(this, this.#layout);
    const lanes = storyLanes(this.renderRoot, rows, this.#layout, this.#steepest);
    this.#painter.paint(lanes, this.canvasColors);
    if (this.#isMoved) this.#showChosen(rows);
    this.#cursor.keepCell(weightKey(rows.story));
  }

  /** Scrolls to the chosen word, and to the words that it looks at in this layer and in the next one. */
  #showChosen(rows: StoryRows): void {
    this.#isMoved = false;
    const { pitch, inSight } = this.#layout;
    const columns = [this.chosen, ...strongestKeys(rows)];
    this.renderRoot.querySelector('.scroll')!.scrollLeft = firstInSight(columns, inSight) * pitch;
  }

  stepOf(place: EditPlace): number {
    return stepOf(this.#rows!, this.#shown.matrices, place);
  }

  focusCursor(): void {
    const matrix = this.renderRoot.querySelector<HTMLElement>('attention-number-matrix');
    if (matrix && this.#editing.isInMatrix) matrix.focus();
    else this.#cursor.focus();
  }

  /** Going to another stage or layer closes the matrix. */
  #go(to: Partial<StoryEvents['attention-story-place']>, scrolls = false): void {
    const { layer: from, stage: last } = this;
    Object.assign(this, to);
    if (from !== this.layer || last !== this.stage) this.matrix = to.matrix;
    this.#scrolled.rest();
    this.requestUpdate();
    const { layer, head, stage, matrix, columns } = this;
    sendStory(this, 'attention-story-place', { layer, head, stage, matrix, columns });
    if (!scrolls) return;
    const step = stepWithFocus(this.shadowRoot!);
    void this.updateComplete.then(() => {
      const row = this.renderRoot.querySelector(`[data-stage="${stage}"]`);
      row?.scrollIntoView({ block: 'nearest' });
      if (step) keepStep(this.shadowRoot!, step);
    });
  }
}

define('attention-story', AttentionStory);
