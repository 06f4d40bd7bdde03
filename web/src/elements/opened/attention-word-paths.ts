/** `<attention-word-paths>`: how the vector of one word parts with its meaning, layer by layer. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatTenths } from '../../draw/format';
import { pathsPart, type PathsPicture } from '../../draw/pictures/paths';
import { partToCanvas } from '../../draw/scene/to-canvas';
import { followedBank, type FollowedSentences } from '../../model/followed-words';
import type { FollowedWord, TextModel } from '../../model/text-model';
import type { HeadPlace } from '../../training/view-types';
import '../../words/add-opened';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { LatestTask } from '../base/latest-task';
import { PaintedView } from '../base/painted-view';
import '../files/attention-save';
import type { SaveContent } from '../files/save-content';
import '../views/attention-table';
import { wordPathsStyles } from './attention-word-paths.styles';

interface Shown extends FollowedWord {
  readonly sentences: readonly string[];
  /** The number of sentences in the first group. */
  readonly first: number;
}

const percent = (share: number) => formatTenths(Math.round(share * 1000));

export class AttentionWordPaths extends PaintedView {
  static override styles = wordPathsStyles;

  @property({ attribute: false }) model: TextModel | undefined;
  /** Heads that are switched off. */
  @property({ attribute: false }) off: readonly HeadPlace[] = [];
  @property({ attribute: false }) followed: FollowedSentences = followedBank;
  @state() private shown: Shown | null = null;
  @state() private problem: Error | null = null;
  @state() private chosen: number | null = null;
  @state() private width = 0;
  readonly #sizes = new ResizeObserver(() =>
    requestAnimationFrame(() => (this.width = this.clientWidth)),
  );
  readonly #reading = new LatestTask(
    () => this.model !== undefined && this.isConnected && this.isNear,
    () => this.#read(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    void this.#reading.ask();
  }

  protected override cameNear(): void {
    void this.#reading.run();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.shown = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['model', 'off', 'followed'].some((name) => changed.has(name))) void this.#reading.ask();
  }

  protected override render() {
    const { paths: words } = this.words.opened;
    const { followed, shown, problem } = this;
    return html`<h2>${words.title}</h2>
      <p>${words.hint}</p>
      <div class="word">
        <label for="word">${words.word}</label>
        <input
          id="word"
          type="text"
          lang="en"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="problem"
          aria-invalid=${problem ? 'true' : 'false'}
          .value=${live(followed.word)}
          @input=${({ target }: Event) =>
            (this.followed = { ...followed, word: (target as HTMLInputElement).value })}
        />
      </div>
      <p id="problem" class="problem" role="alert">
        ${problem ? messageOf(problem)(this.words) : nothing}
      </p>
      ${shown ? this.#chart(shown) : nothing}
      <div class="groups">${followed.groups.map((_, group) => this.#group(group))}</div>
      <p>${words.perLine}</p>`;
  }

  #group(group: number) {
    const { paths: words } = this.words.opened;
    const { followed } = this;
    return html`<div class="group ${group === 0 ? 'first' : 'second'}">
      <label for="group-${group}"
        ><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26"></path></svg
        >${words.groups[group]}</label
      >
      <textarea
        id="group-${group}"
        rows="8"
        lang="en"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="problem"
        .value=${live(followed.groups[group]!.join('\n'))}
        @input=${({ target }: Event) => this.#edit(group, (target as HTMLTextAreaElement).value)}
        @pointermove=${(event: PointerEvent) => this.#point(event, group)}
        @pointerleave=${() => (this.chosen = null)}
        @select=${(event: Event) => this.#choose(event.target as HTMLTextAreaElement, group)}
        @keyup=${(event: Event) => this.#choose(event.target as HTMLTextAreaElement, group)}
        @click=${(event: Event) => this.#choose(event.target as HTMLTextAreaElement, group)}
        @blur=${() => (this.chosen = null)}
      ></textarea>
    </div>`;
  }

  #chart(shown: Shown) {
    const { paths: words } = this.words.opened;
    const { apart, common, places, sentences } = shown;
    const { paths } = this.#picture(shown);
    const layers = paths[0]!.values.map((_, layer) => words.layer(layer));
    return html`<canvas role="img" aria-label=${words.chart}></canvas>
      <p>${words.axis(percent(apart.explained.data[0] ?? 0), percent(common))}</p>
      ${places.some((place) => place !== places[0]) ? html`<p class="places">${words.places}</p>` : nothing}
      <div class="table-and-save">
        <attention-table
          label=${words.chart}
          .content=${() => ({
            columns: [words.sentence, ...layers],
            rows: paths.map(({ values }, i) => [
              sentences[i]!,
              ...values.map((value) => value.toPrecision(6)),
            ]),
          })}
        ></attention-table>
        <attention-save
          label=${words.chart}
          .content=${() => this.#saveContent(shown)}
        ></attention-save>
      </div>`;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !this.shown || this.width === 0) return;
    const { canvasColors: colors } = this;
    const part = pathsPart(this.#picture(this.shown), Math.min(this.width, 960), colors);
    canvas.style.width = `${part.width}px`;
    canvas.style.height = `${part.height}px`;
    partToCanvas(part, canvas, devicePixelRatio, { sans: colors.font, serif: colors.font });
  }

  #picture({ apart: { coordinates }, sentences, first }: Shown): PathsPicture {
    const { paths: words } = this.words.opened;
    const [, layers = 1, components = 2] = coordinates.shape;
    return {
      title: words.chart,
      groups: words.groups,
      ticks: Array.from({ length: layers }, (_, i) => (i === 0 ? words.layer(0) : `${i}`)),
      chosen: this.chosen,
      paths: sentences.map((_, i) => ({
        group: i < first ? 0 : 1,
        values: Array.from(
          { length: layers },
          (_, layer) => coordinates.data[(i * layers + layer) * components]!,
        ),
      })),
    };
  }

  #saveContent(shown: Shown): SaveContent {
    const { coordinates } = shown.apart;
    return {
      name: `paths-of-${this.followed.word}`,
      picture: () => ({ kind: 'paths', ...this.#picture(shown) }),
      numbers: { tensor: coordinates, labels: { sentence: shown.sentences } },
      result: null,
    };
  }

  #edit(group: number, text: string): void {
    const groups = this.followed.groups.map((own, i) => (i === group ? text.split('\n') : own));
    this.followed = { ...this.followed, groups: groups as unknown as FollowedSentences['groups'] };
  }

  /** The sentence of the line that the caret is in is drawn boldly. */
  #choose({ value, selectionStart }: HTMLTextAreaElement, group: number): void {
    this.#chooseLine(value.slice(0, selectionStart).split('\n').length - 1, group);
  }

  #point(event: PointerEvent, group: number): void {
    const area = event.currentTarget as HTMLTextAreaElement;
    const { lineHeight, paddingTop } = getComputedStyle(area);
    const top = event.offsetY - parseFloat(paddingTop) + area.scrollTop;
    this.#chooseLine(Math.floor(top / parseFloat(lineHeight)), group);
  }

  #chooseLine(line: number, group: number): void {
    const before = this.followed.groups[group]!.slice(0, line).filter(isSentence).length;
    const isLine = isSentence(this.followed.groups[group]![line] ?? '');
    this.chosen = isLine ? before + (group === 0 ? 0 : (this.shown?.first ?? 0)) : null;
  }

  /** Reads what was asked for last; keeps what is shown when a sentence cannot be read. */
  async #read(): Promise<void> {
    const { model, off } = this;
    if (!model) return;
    const { word, groups } = this.followed;
    const [one, other] = groups.map((own) => own.filter(isSentence)) as [string[], string[]];
    const sentences = [...one, ...other];
    try {
      const found = await model.followWord(word, sentences, { off });
      if (this.model === model && this.isConnected)
        [this.shown, this.problem] = [{ ...found, sentences, first: one.length }, null];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

const isSentence = (line: string) => line.trim() !== '';

define('attention-word-paths', AttentionWordPaths);
