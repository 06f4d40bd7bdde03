/** `<attention-word-paths>`: how the vectors of a word with two meanings diverge, layer by layer. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatPrecision, formatProbability } from '../../../draw/format';
import { pathsPart, type PathsPicture } from '../../../draw/pictures/paths';
import { planePart, type PlanePicture } from '../../../draw/pictures/plane';
import type { Part } from '../../../draw/scene/scene';
import { partToCanvas } from '../../../draw/scene/to-canvas';
import {
  followedSets,
  followedSetNames,
  type FollowedSentences,
  type FollowedSetName,
} from '../../../model/language/followed-words';
import type { FollowedWord, TextModel } from '../../../model/language/text-model';
import {
  kMaxTextCharacters,
  kMaxSentences,
  type LanguageState,
} from '../../../model/language/language-state';
import type { HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import '../../../words/add-story';
import { messageOf, Refusal } from '../../../words/refusal';
import { define } from '../../base/define';
import '../../save/attention-save';
import { fileNameOf, type SaveContent } from '../../save/save-content';
import '../../views/attention-table';
import './attention-word-cosines';
import { wordPathsStyles } from './attention-word-paths.styles';
import { MeasuredView } from './measured-view';
import { sendChange } from '../base/language-change';
import { problemLine } from '../../parts/problem-line';

interface Shown extends FollowedWord {
  readonly followed: FollowedSentences;
  readonly off: readonly HeadPlace[];
  readonly word: string;
  readonly sentences: readonly string[];
  /** The number of sentences in the first group. */
  readonly first: number;
}

const groupOf = (sentence: number, { first }: Pick<Shown, 'first'>): 0 | 1 =>
  sentence < first ? 0 : 1;

/** @fires {CustomEvent<Partial<LanguageState>>} attention-language-change - when the visitor changes the word or its sentences */
export class AttentionWordPaths extends MeasuredView<Shown> {
  static override styles = wordPathsStyles;

  @property({ attribute: false }) followed: FollowedSentences = followedSets.it;
  /** The two words whose cosines are shown. */
  @property({ attribute: false }) cosines: LanguageState['cosines'] = null;
  /** The sentence that is drawn boldly. It is looked up in each result, which may lag behind the fields. */
  @state() private pointed: { readonly sentence: string; readonly group: number } | null = null;
  /** Why the last text of a field was not taken. The ends of earlier measurements leave it as it is. */
  @state() private refusal: Refusal | null = null;
  @state() private width = 0;
  readonly #sizes = new ResizeObserver(() =>
    requestAnimationFrame(() => (this.width = this.clientWidth)),
  );
  protected override readonly measured = ['followed'];

  get shown(): Partial<LanguageState> {
    if (!this.result) return {};
    const { followed, off } = this.result;
    return { followed, off, cosines: followed === this.followed ? this.cosines : null };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('followed')) this.refusal = null;
  }

  protected override render() {
    const { paths: words } = this.words.languageModel;
    const { followed, result } = this;
    const problem = this.refusal ?? this.problem;
    return html`<h2>${words.title}</h2>
      <p>${words.hint}</p>
      <div class="word">
        <label
          >${words.set}
          <select
            @change=${({ target }: Event) => this.#choose((target as HTMLSelectElement).value)}
          >
            ${followedSetNames.map(
              (name) =>
                html`<option value=${name} .selected=${followed === followedSets[name]}>
                  ${words.sets[name](followedSets[name].word)}
                </option>`,
            )}
            <option
              value=""
              .selected=${followedSetNames.every((name) => followed !== followedSets[name])}
            >
              ${words.sets.own}
            </option>
          </select></label
        >
        <label for="word">${words.word}</label>
        <input
          id="word"
          type="text"
          lang="en"
          autocomplete="off"
          spellcheck="false"
          maxlength=${kMaxTextCharacters}
          aria-describedby="problem"
          aria-invalid=${problem !== null}
          .value=${live(followed.word)}
          @input=${({ target }: Event) =>
            this.#follow({ ...followed, word: (target as HTMLInputElement).value })}
        />
      </div>
      ${problemLine(problem && messageOf(problem)(this.words), 'problem')}
      <div role="status">${result && !problem ? this.#cuts(result) : nothing}</div>
      ${result ? this.#pictures(result) : nothing}
      <div class="groups">${followed.groups.map((_, group) => this.#group(group))}</div>
      <p>${words.perLine}</p>`;
  }

  #group(group: number) {
    const { paths: words } = this.words.languageModel;
    const { followed } = this;
    return html`<div class="group ${group === 0 ? 'first' : 'second'}">
      <label for="group-${group}"
        ><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26"></path></svg
        >${words.groups[group]}</label
      >
      <div class="lines">
        <textarea
          id="group-${group}"
          rows="8"
          lang="en"
          autocomplete="off"
          spellcheck="false"
          maxlength=${kMaxTextCharacters}
          aria-describedby="problem"
          .value=${live(followed.groups[group]!.join('\n'))}
          @input=${({ target }: Event) => this.#edit(group, (target as HTMLTextAreaElement).value)}
          @pointermove=${(event: PointerEvent) => this.#point(event, group)}
          @pointerleave=${() => this.#chooseFocused()}
          @select=${(event: Event) => this.#chooseCaret(event.target as HTMLTextAreaElement, group)}
          @keyup=${(event: Event) => this.#chooseCaret(event.target as HTMLTextAreaElement, group)}
          @click=${(event: Event) => this.#chooseCaret(event.target as HTMLTextAreaElement, group)}
          @blur=${() => (this.pointed = null)}
        ></textarea>
        <div class="copy" lang="en" aria-hidden="true">
          ${followed.groups[group]!.map((line) => html`<span>${line || kEmpty}</span>`)}
        </div>
      </div>
    </div>`;
  }

  #cuts({ cuts }: Shown) {
    const { cut } = this.words.languageModel;
    const max = this.model?.max_length ?? 0;
    return cuts.map(({ tokens, after }) => html`<p>${cut(max, tokens, after)}</p>`);
  }

  #pictures(result: Shown) {
    const { paths: words } = this.words.languageModel;
    const { apart_explained, common, places, word, sentences, cosines, first, off } = result;
    const [along = 0, second = 0] = apart_explained.data;
    // The chosen words are of the sentences in the fields.
    const isLatest = result.followed === this.followed;
    return html`<p>${words.common(formatProbability(common.data[0]!))}</p>
      ${places.some((place) => place !== places[0]) ? html`<p class="places">${words.places}</p>` : nothing}
      <div class="beside">
        <div>
          <h3>${words.byLayer}</h3>
          <canvas class="layers" role="img" aria-label=${words.chart}></canvas>
          <p>${words.axis(formatProbability(along))}</p>
          ${this.#keep(words.chart, result, 'paths')}
        </div>
        <div>
          <h3>${words.inPlane}</h3>
          <canvas class="plane" role="img" aria-label=${words.plane}></canvas>
          <p>${words.planeAxes(formatProbability(along), formatProbability(second))}</p>
          ${this.#keep(words.plane, result, 'plane')}
        </div>
      </div>
      <attention-word-cosines
        .model=${this.model}
        .off=${off}
        .word=${word}
        .sentences=${sentences}
        .first=${first}
        .cosines=${cosines}
        .chosen=${isLatest ? this.cosines : null}
        ?disabled=${!isLatest}
      ></attention-word-cosines>`;
  }

  /** The table and the Save menu of a picture: the paths show the first component, the plane both. */
  #keep(label: string, result: Shown, kind: 'paths' | 'plane') {
    const { paths: words } = this.words.languageModel;
    const { sentences, apart } = result;
    const [, layers = 1, components = 2] = apart.shape;
    const coordinate = (sentence: number, layer: number, k: number) =>
      apart.data[(sentence * layers + layer) * components + k]!;
    const cell = (i: number, layer: number) =>
      kind === 'paths'
        ? formatPrecision(coordinate(i, layer, 0), 6)
        : `${formatPrecision(coordinate(i, layer, 0), 4)}, ${formatPrecision(coordinate(i, layer, 1), 4)}`;
    return html`<div class="table-and-save">
      <attention-table
        label=${label}
        .content=${() => ({
          columns: [words.sentence, ...Array.from({ length: layers }, (_, i) => words.layer(i))],
          rows: sentences.map((sentence, i) => [
            sentence,
            ...Array.from({ length: layers }, (_, layer) => cell(i, layer)),
          ]),
        })}
      ></attention-table>
      <attention-save
        label=${label}
        .content=${() => this.#saveContent(result, kind)}
      ></attention-save>
    </div>`;
  }

  protected override updated(): void {
    const { result, canvasColors: colors } = this;
    if (!result || this.width === 0) return;
    const paint = (name: string, partOf: (width: number) => Part) => {
      const canvas = this.renderRoot.querySelector<HTMLCanvasElement>(name)!;
      const part = partOf(Math.min(canvas.parentElement!.clientWidth, 960));
      canvas.style.width = `${part.width}px`;
      canvas.style.height = `${part.height}px`;
      partToCanvas(part, canvas, devicePixelRatio, { sans: colors.font, serif: colors.font });
    };
    paint('.layers', (width) => pathsPart(this.#picture(result), width, colors));
    paint('.plane', (width) => planePart(this.#plane(result), width, colors));
  }

  /** The bold sentence of a result; null if it does not have it. */
  #selectedIn(result: Shown): number | null {
    const { pointed } = this;
    const { sentences } = result;
    if (!pointed) return null;
    const i = sentences.findIndex(
      (text, i) => text === pointed.sentence && groupOf(i, result) === pointed.group,
    );
    return i < 0 ? null : i;
  }

  #plane(result: Shown): PlanePicture {
    const { paths: words } = this.words.languageModel;
    const { apart, apart_explained, sentences, first } = result;
    const selected = this.#selectedIn(result);
    const [, layers = 1, components = 2] = apart.shape;
    const [along = 0, second = 0] = apart_explained.data;
    return {
      title: words.plane,
      groups: words.groups,
      axes: [
        words.component(1, formatProbability(along)),
        words.component(2, formatProbability(second)),
      ],
      // Until a sentence is hovered, highlight the first one of each meaning.
      chosen: selected === null ? [0, first].filter((i) => i < sentences.length) : [selected],
      paths: sentences.map((_, i) => ({
        group: groupOf(i, result),
        points: Array.from({ length: layers }, (_, layer) => {
          const [x = 0, y = 0] = apart.data.subarray((i * layers + layer) * components);
          return { x, y };
        }),
      })),
    };
  }

  #picture(result: Shown): PathsPicture {
    const { paths: words } = this.words.languageModel;
    const { apart, sentences } = result;
    const [, layers = 1, components = 2] = apart.shape;
    return {
      title: words.chart,
      groups: words.groups,
      ticks: Array.from({ length: layers }, (_, i) => `${i}`),
      axis: this.words.story.layers,
      chosen: this.#selectedIn(result),
      paths: sentences.map((_, i) => ({
        group: groupOf(i, result),
        values: Array.from(
          { length: layers },
          (_, layer) => apart.data[(i * layers + layer) * components]!,
        ),
      })),
    };
  }

  #saveContent(result: Shown, kind: 'paths' | 'plane'): SaveContent {
    const { label, paths } = this.words.languageModel;
    return {
      name: fileNameOf(`${kind}-of`, result.word),
      picture: () =>
        kind === 'paths'
          ? { kind: 'paths', ...this.#picture(result) }
          : { kind: 'plane', ...this.#plane(result) },
      numbers: {
        tensor: result.apart,
        labels: { sentence: result.sentences },
        groups: { sentence: result.sentences.map((_, i) => paths.groups[groupOf(i, result)]) },
      },
      texts: [
        { label: label(paths.groups[0]), texts: result.sentences.slice(0, result.first) },
        { label: label(paths.groups[1]), texts: result.sentences.slice(result.first) },
      ],
      result: null,
    };
  }

  /** If there are more sentences than an address has room for, the previous ones stay, and the problem is said. */
  #edit(group: number, text: string): void {
    const lines = text.split('\n');
    if (lines.length > kMaxSentences) {
      this.refusal = new Refusal(({ languageModel: { paths } }) =>
        paths.tooMany(kMaxSentences, lines.length),
      );
      return;
    }
    const groups = this.followed.groups.map((texts, i) => (i === group ? lines : texts));
    this.#follow({ ...this.followed, groups: groups as unknown as FollowedSentences['groups'] });
  }

  #follow(followed: FollowedSentences): void {
    [this.followed, this.cosines] = [followed, null];
    sendChange(this, { followed, cosines: null });
  }

  /** The visitor's own set begins with the sentences shown so far. */
  #choose(name: string): void {
    this.#follow(name === '' ? { ...this.followed } : followedSets[name as FollowedSetName]);
  }

  /** The sentence of the line that the caret is in is drawn boldly. */
  #chooseCaret({ value, selectionStart }: HTMLTextAreaElement, group: number): void {
    this.#chooseLine(value.slice(0, selectionStart).split('\n').length - 1, group);
  }

  /** The pointer has left a field: the sentence of the caret counts again, if a field has it. */
  #chooseFocused(): void {
    const areas = [...this.renderRoot.querySelectorAll('textarea')];
    const group = areas.findIndex((area) => area.matches(':focus'));
    if (group < 0) this.pointed = null;
    else this.#chooseCaret(areas[group]!, group);
  }

  #point(event: PointerEvent, group: number): void {
    const lines = [...(event.currentTarget as Element).nextElementSibling!.children];
    const isOver = (line: Element) => event.clientY < line.getBoundingClientRect().bottom;
    this.#chooseLine(lines.findIndex(isOver), group);
  }

  #chooseLine(line: number, group: number): void {
    const sentence = this.followed.groups[group]![line];
    this.pointed = sentence === undefined ? null : { sentence, group };
  }

  protected override async measure(model: TextModel): Promise<Shown> {
    const { off, followed } = this;
    const { word, groups } = followed;
    const [one, other] = groups.map((texts) => texts.filter(isSentence)) as [string[], string[]];
    const sentences = [...one, ...other];
    const result = await model.followWord(word, sentences, { off });
    return { ...result, followed, off, word, sentences, first: one.length };
  }
}

/** Keeps the height of an empty line. */
const kEmpty = '\u00a0';

const isSentence = (line: string) => line.trim() !== '';

define('attention-word-paths', AttentionWordPaths);
