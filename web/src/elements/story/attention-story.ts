/** `<attention-story>`: the whole computation of a sentence, one stage a line, and every number can be changed. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type {
  ModelInspection,
  NumberGradients,
  NumberPlace,
  TokenModelConfig,
} from '../../engine/client';
import {
  type Edit,
  type EditPlace,
  fieldName,
  floatOf,
  parsePlace,
  placeKey,
} from '../../model/edits';
import { type Followed, tellingColumns } from '../../model/followed';
import {
  hasStory,
  type Line,
  linesOf,
  numberAt,
  type PlacedRow,
  rowAt,
  type Story,
} from '../../model/lines';
import { layerCount, layerShape, shapeOf, type StageName, stagesOf } from '../../model/stages';
import { placedTokens } from '../../training/placed-tokens';
import '../../words/add-story';
import '../../words/add-views';
import { define } from '../base/define';
import { PaintedView } from '../base/painted-view';
import { segments } from '../base/segments';
import '../views/attention-table';
import { storyStyles } from './attention-story.styles';
import { AnswerNews } from './answer-news';
import { AskedStage, stageIn } from './asked-stage';
import { editChips } from './edit-chips';
import { neighbour } from './grid-keys';
import { NumberDrag } from './number-drag';
import type { AttentionNumberEditor } from './number-editor';
import { numberName } from './number-name';
import { presentedStyles } from './presented.styles';
import { HostWidth, laneGeometry, scoreLayout, type ScoreLayout } from './score-layout';
import { scoreLanes } from './score-lanes';
import { signLegend } from './sign-legend';
import { reportStory } from './story-events';
import { cellStyles } from './story-cells.styles';
import { formulaBar } from './story-formula';
import { storyNote } from './story-note';
import { longestWord, StoryPainter } from './story-painter';
import {
  layerChoice,
  type Score,
  sentenceRow,
  sizesOf,
  stageRow,
  steepestOf,
  stepOf,
} from './story-score';

export class AttentionStory extends PaintedView {
  static override styles = [segments.styles, cellStyles, storyStyles, presentedStyles];

  @property({ attribute: false }) config: TokenModelConfig | undefined;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The words of the logits. */
  @property({ attribute: false }) vocabulary: readonly string[] = [];
  /** With the edits, and with all of its trace. */
  @property({ attribute: false }) inspection: ModelInspection | undefined;
  /** Without edits: a number that differs is shown beside what it was. */
  @property({ attribute: false }) original: ModelInspection | undefined;
  /** The word that asks. */
  @property({ type: Number }) chosen = 0;
  @property({ type: Number }) layer = 0;
  @property({ type: Number }) head = 0;
  @property() stage: StageName = 'weights';
  @property({ attribute: false }) edits: readonly Edit[] = [];
  /** Of the number at `asked`. */
  @property({ attribute: false }) gradients: NumberGradients | undefined;
  /** The arithmetic of the chosen word's row in this head, from the core. */
  @property({ attribute: false }) row: PlacedRow | undefined;
  @property({ attribute: false }) asked: NumberPlace | undefined;
  /** Random parameters: grey, and said. */
  @property({ type: Boolean, reflect: true }) untrained = false;
  /** In the large type of a page that is presented. */
  @property({ type: Boolean, reflect: true }) presented = false;

  /** The number in the editor. */
  @state() private active: EditPlace | undefined;
  /** The key of the cell that Tab reaches. */
  @state() private cursor = '';
  @state() private isOpened = false;
  @state() private followed: Followed | undefined;
  readonly #width = new HostWidth(this);
  readonly #painter = new StoryPainter();
  readonly #drag = new NumberDrag({
    numberOf: (cell) => this.#numberIn(cell),
    change: (place, value) => this.#change(place, value),
  });
  #sentence = '';
  /** Whether another word was chosen since the score was drawn. */
  #isMoved = true;
  #score: Score | undefined;
  #layout: ScoreLayout = scoreLayout(1024, 1, 0);
  #steepest = 0;
  readonly #asked = new AskedStage();
  readonly #news = new AnswerNews();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { config, inspection, original, gradients, tokens } = this;
    this.#score = undefined;
    if (!config || !inspection || !hasStory(inspection, tokens.length)) return;
    const n = tokens.length;
    const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
    const chosen = (this.chosen = within(this.chosen, n));
    const layer = (this.layer = within(this.layer, layerCount(config)));
    const head = (this.head = within(this.head, layerShape(config, layer).heads));
    const stages = stagesOf(config, layer);
    const isNew = changed.has('stage') || changed.has('layer');
    this.stage = this.#asked.fit(stages, this.stage, isNew);
    const place = { inspection, layer, head, chosen };
    const story = { config, original, gradients, row: rowAt(this.row, place), n, ...place };
    const sentence = [layer, head, chosen, ...tokens].join(' ');
    if (sentence !== this.#sentence) {
      this.#sentence = sentence;
      this.#isMoved = true;
      this.followed = tellingColumns({ ...story, inspection: original ?? inspection });
      this.cursor = `weights:${chosen}`;
      if (changed.has('chosen') || changed.has('tokens')) this.active = undefined;
    }
    const longest = longestWord(placedTokens(tokens), this);
    this.#layout = scoreLayout(this.#width.width, n, longest, this.presented);
    this.#score = this.#scoreOf(story, stages);
    this.#steepest = steepestOf(this.#score);
    this.#news.read(this.#score);
  }

  #scoreOf(story: Story, stages: readonly StageName[]): Score {
    const { tokens, vocabulary, stage, cursor, isOpened, words } = this;
    const score: Score = {
      ...{ story, stages, tokens, vocabulary, stage, cursor, isOpened, words },
      lines: new Map(stages.map((one) => [one, linesOf(one, story)])),
      placed: placedTokens(tokens),
      active: this.active ? placeKey(this.active) : '',
      followed: (line) => Math.min(this.followed![line.axis], line.width - 1),
      dark: this.canvasColors.dark,
      note: undefined,
      absent: this.#asked.absent,
      go: (to) => this.#go(to),
      choose: (index) => reportStory(this, 'attention-choose', { index: (this.chosen = index) }),
      look: (layer, head) => {
        Object.assign(this, { layer, head, stage: stageIn(story.config, layer, stage) });
        this.#reportPlace();
      },
      follow: (line, event) => this.#followAt(line, event),
    };
    return this.#layout.hasMargin ? score : { ...score, note: this.#note(score) };
  }

  protected override render() {
    const score = this.#score;
    if (!score) return nothing;
    const { words } = this;
    const { hasMargin } = this.#layout;
    return html`<h2>${words.story.heading}</h2>
      <p class="unseen" role="status">${this.#news.text}</p>
      <p class="hint">${words.story.hint} <span class="badge">${words.answer.untrained}</span></p>
      ${formulaBar(score, (stage) => this.#go(stage, true))}
      <div class="columns">
        <div>
          ${layerChoice(score)}
          <div class="scroll">
            <div
              class="score"
              role="grid"
              aria-label=${words.story.label}
              @focusin=${(event: FocusEvent) => this.#enter(event.target as HTMLElement)}
              @keydown=${(event: KeyboardEvent) => this.#key(event)}
              @pointerdown=${this.#drag.start}
              @pointermove=${this.#drag.move}
              @pointerup=${this.#drag.end}
              @pointercancel=${this.#drag.end}
            >
              ${sentenceRow(score)} ${score.stages.map((stage) => stageRow(stage, score))}
            </div>
          </div>
          <div class="below">
            ${this.#chips(score)}
            ${signLegend(
              words,
              this.asked ? this.#nameOf(this.asked) : '',
              this.gradients && this.#steepest,
            )}
          </div>
        </div>
        ${
          hasMargin
            ? html`<div class="margin">${this.#editor()} ${this.#note(score)}</div>`
            : this.active
              ? html`<div class="bar">${this.#editor()}</div>`
              : nothing
        }
      </div>`;
  }

  #note(score: Score) {
    const { story, stages, lines, placed, words } = score;
    const { config, layer, chosen } = story;
    const { positions = 'none' } = config;
    const { rotary } = layerShape(config, 0);
    return storyNote({
      ...{ stages, words, tokens: placed, stage: this.stage, opened: this.isOpened },
      lines: lines.get(this.stage)!,
      shape: shapeOf(this.stage, config, layer, sizesOf(story)),
      positions: positions !== 'none' ? 'added' : rotary ? 'rotary' : 'none',
      word: placed[chosen]!,
      followed: score.followed,
      go: (stage) => this.#go(stage, true),
      follow: (line, column) => (this.followed = { ...this.followed!, [line.axis]: column }),
      open: () => (this.isOpened = !this.isOpened),
    });
  }

  #editor() {
    const { active, words } = this;
    if (!active) return nothing;
    const isAsked = this.asked !== undefined && placeKey(this.asked) === placeKey(active);
    const value = numberAt(this.inspection!, active);
    const index = this.#editAt(active);
    return html`<div class="editor" role="group" aria-label=${words.story.value}>
      ${
        value === undefined
          ? html`<bdi>${this.#nameOf(active)}</bdi>`
          : html`<attention-number-editor
              label=${this.#nameOf(active)}
              .value=${value}
              .step=${stepOf(this.#score!, active)}
              ?edited=${index >= 0}
              @attention-number=${(event: CustomEvent<{ value: number }>) =>
                this.#change(active, event.detail.value)}
              @attention-number-undo=${() => this.#undo(index)}
              @attention-number-done=${() => this.#cell(this.cursor)?.focus()}
            ></attention-number-editor>`
      }
      <div class="tools">
        <button type="button" class="plain-button" @click=${() => this.#ask(isAsked)}>
          ${isAsked ? words.story.stopRaise : words.story.raise}
        </button>
        <button type="button" class="plain-button" @click=${() => this.#finish()}>
          ${words.story.done}
        </button>
      </div>
    </div>`;
  }

  #chips({ words }: Score) {
    const { edits, original } = this;
    const before = (edit: Edit) => original && numberAt(original, edit);
    const shown = edits.map((edit) => ({ edit, name: this.#nameOf(edit), before: before(edit) }));
    return html`<div class="edits">
      ${editChips(shown, words, {
        undo: (index) => this.#undo(index),
        undoAll: () => reportStory(this, 'attention-edit-undo-all', undefined),
      })}
      <span>${edits.length > 0 ? words.story.edited : words.story.unedited}</span>
    </div>`;
  }

  protected override updated(): void {
    const score = this.#score;
    if (!score) return;
    const { pitch, word, hasMargin, isNarrow, room } = this.#layout;
    const { n } = score.story;
    this.toggleAttribute('data-wide', hasMargin);
    this.toggleAttribute('data-narrow', isNarrow);
    this.style.setProperty('--pitch', `${pitch}px`);
    this.style.setProperty('--word', `${word}px`);
    this.style.setProperty('--n', `${n}`);
    this.style.setProperty('--room', `${room}px`);
    const lanes = scoreLanes(this.renderRoot, score, pitch, this.#steepest);
    this.#painter.paint(lanes, this.canvasColors);
    if (this.#isMoved) this.#showChosen();
    // Tab always reaches the grid, also when its cell has gone.
    if (!this.#cell(this.cursor)) this.cursor = `weights:${this.chosen}`;
  }

  /** Scrolls the chosen word into the middle of the score. */
  #showChosen(): void {
    this.#isMoved = false;
    const scroll = this.renderRoot.querySelector('.scroll')!;
    const { pitch, label } = this.#layout;
    scroll.scrollLeft = (this.chosen + 0.5) * pitch - (scroll.clientWidth - label) / 2;
  }

  #nameOf(place: EditPlace): string {
    const { tokens, vocabulary, words } = this;
    const width = this.inspection!.trace[fieldName(place)]?.shape.at(-1);
    return numberName(place, { tokens, vocabulary, words }, width);
  }

  #editAt(place: EditPlace): number {
    const key = placeKey(place);
    return this.edits.findIndex((edit) => placeKey(edit) === key);
  }

  #change(place: EditPlace, value: number): void {
    this.active = place;
    reportStory(this, 'attention-edit', { edit: { ...place, value: floatOf(value) } });
  }

  #undo(index: number): void {
    if (index >= 0) reportStory(this, 'attention-edit-undo', { index });
  }

  #ask(isAsked: boolean): void {
    const place = isAsked ? undefined : (this.active as NumberPlace);
    this.asked = place;
    if (!place) this.gradients = undefined;
    reportStory(this, 'attention-ask', { place });
  }

  #numberIn(cell: HTMLElement) {
    const place = parsePlace(cell.dataset['place']!);
    const value = numberAt(this.inspection!, place);
    return value === undefined ? undefined : { place, value, step: stepOf(this.#score!, place) };
  }

  #go(stage: StageName, scrolls = false): void {
    this.stage = stage;
    this.#asked.absent = undefined;
    this.requestUpdate();
    this.#reportPlace();
    if (!scrolls) return;
    void this.updateComplete.then(() => {
      const row = this.renderRoot.querySelector(`[data-stage="${stage}"]`);
      row?.scrollIntoView({ block: 'nearest' });
    });
  }

  #reportPlace(): void {
    const { layer, head, stage } = this;
    reportStory(this, 'attention-story-place', { layer, head, stage });
  }

  #followAt(line: Line, event: MouseEvent): void {
    const { pitch } = laneGeometry(line, { pitch: this.#layout.pitch, n: this.tokens.length });
    const column = Math.floor(((event.offsetX % pitch) / pitch) * line.width);
    this.followed = { ...this.followed!, [line.axis]: column };
  }

  #cell(key: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[data-key="${key}"]`);
  }

  #enter(target: HTMLElement): void {
    const { key, place } = target.dataset;
    if (key === undefined) return;
    this.cursor = key;
    if (place !== undefined) this.active = parsePlace(place);
    const stage = target.closest<HTMLElement>('[data-stage]')?.dataset['stage'] as StageName;
    if (stage && stage !== this.stage) this.#go(stage);
  }

  #finish(): void {
    this.active = undefined;
    this.#cell(this.cursor)?.focus();
  }

  #key(event: KeyboardEvent): void {
    const cell = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !cell.dataset['key']) return;
    const grid = event.currentTarget as Element;
    const next = neighbour(grid, cell, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
      return;
    }
    const place = cell.dataset['place'];
    if (place === undefined || cell.getAttribute('aria-readonly') === 'true') return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#undo(this.#editAt(parsePlace(place)));
    } else if (event.key === 'Enter' || event.key === 'F2' || /^[-\d.,]$/.test(event.key)) {
      event.preventDefault();
      void this.#edit(parsePlace(place), event.key.length === 1 ? event.key : undefined);
    }
  }

  async #edit(place: EditPlace, typed: string | undefined): Promise<void> {
    this.active = place;
    await this.updateComplete;
    const editor = this.renderRoot.querySelector<AttentionNumberEditor>('attention-number-editor');
    await editor?.edit(typed);
  }
}

define('attention-story', AttentionStory);
