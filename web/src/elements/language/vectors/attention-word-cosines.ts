/**
 * `<attention-word-cosines>`: how similar the vectors of any two words are, layer by layer, beside the means of a set.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal, formatPrecision } from '../../../draw/format';
import { formatShort } from '../../../draw/format-short';
import type { LanguageState, CosineWord } from '../../../model/language/language-state';
import type { TextModel } from '../../../model/language/text-model';
import { wordsOf } from '../../../model/checkpoint/word-pieces';
import type { Tensor } from '../../../tensors/tensor';
import type { HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { messageOf } from '../../../words/refusal';
import { chartKey } from '../../charts/chart-key.styles';
import { define } from '../../base/define';
import { LatestTask } from '../../base/latest-task';
import { isOtherData } from '../../base/equal-lists';
import { PaintedView } from '../../base/painted-view';
import type { CanvasColors } from '../../styles/theme';
import { underlinedSelect } from '../../styles/underlined-select.styles';
import '../../save/attention-save';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import type { SaveContent } from '../../save/save-content';
import { LineChart } from '../../charts/line-chart';
import { tableAndSave } from '../../save/table-and-save.styles';
import '../../views/attention-table';
import { wordCosinesStyles } from './attention-word-cosines.styles';
import { meanLines, type CosineLine } from './cosine-lines';
import { sendChange } from '../base/language-change';
import { partStyles } from '../base/part.styles';
import { problemLine } from '../../parts/problem-line';

interface Shown {
  readonly lines: readonly CosineLine[];
  readonly wordLabels: readonly [string, string];
  /** The sentences of both words. */
  readonly texts: readonly string[];
}

type LineStyle = (colors: CanvasColors) => { color: string; width: number; dash: number[] };

const styles: Readonly<Record<CosineLine['of'], LineStyle>> = {
  chosen: ({ ink }) => ({ color: ink, width: 2.5, dash: [] }),
  one: ({ arc }) => ({ color: arc, width: 1.5, dash: [] }),
  other: ({ query }) => ({ color: query, width: 1.5, dash: [6, 4] }),
  across: ({ muted }) => ({ color: muted, width: 1.5, dash: [2, 3] }),
};

/** Another request is sent only if one of these changes. */
const readProperties = ['model', 'off', 'word', 'sentences', 'first', 'cosines', 'chosen'] as const;

/** The lower end of the axis. */
const lowestOf = (lines: readonly CosineLine[]) =>
  Math.floor(Math.min(...lines.flatMap(({ values }) => values)) * 10) / 10;

export class AttentionWordCosines extends PaintedView {
  static override styles = [
    tableAndSave,
    partStyles,
    underlinedSelect,
    chartKey,
    wordCosinesStyles,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) off: readonly HeadPlace[] = [];
  /** The followed word. */
  @property() word = '';
  @property({ attribute: false, hasChanged: isOtherData }) sentences: readonly string[] = [];
  /** The number of sentences of the first meaning. */
  @property({ type: Number }) first = 0;
  /** [layer, sentence, other_sentence] of the followed word. */
  @property({ attribute: false }) cosines: Tensor | undefined;
  /** The two words; null for those of `#pair`. */
  @property({ attribute: false }) chosen: LanguageState['cosines'] = null;
  /** Whether no others can be chosen: while other sentences are computed, or are refused. */
  @property({ type: Boolean }) disabled = false;
  @state() private result: Shown | null = null;
  @state() private problem: Error | null = null;
  readonly #chart = new LineChart(this);
  readonly #reading = new LatestTask(
    () => this.model !== undefined && this.isConnected,
    () => this.#read(),
  );

  protected override willUpdate(changed: PropertyValues): void {
    const isOther = ['sentences', 'word'].some((name) => changed.get(name)?.length);
    if (isOther && !changed.has('chosen')) this.chosen = null;
    if (readProperties.some((name) => changed.has(name))) void this.#reading.ask();
  }

  /** The word in the first sentence of each meaning, until others are chosen. */
  get #pair(): readonly [CosineWord, CosineWord] {
    const { chosen, first, sentences } = this;
    const isHere = chosen?.every(({ sentence, at = 0 }) => at < this.#namesIn(sentence).length);
    if (chosen && isHere) return chosen;
    return [{ sentence: 0 }, { sentence: Math.min(first, sentences.length - 1) }];
  }

  #namesIn(sentence: number): string[] {
    const text = this.sentences[sentence];
    return this.model && text !== undefined ? wordsOf(this.model.tokenize(text)) : [];
  }

  #choose(i: number, placed: CosineWord): void {
    this.chosen = this.#pair.with(i, placed) as unknown as [CosineWord, CosineWord];
    sendChange(this, { cosines: this.chosen });
  }

  protected override render() {
    const { cosines: words } = this.words.languageModel;
    const { result, problem } = this;
    return html`<h3>${words.title}</h3>
      <p>${words.hint}</p>
      <div class="choices">${this.#pair.map((word, i) => this.#choice(word, i))}</div>
      ${problemLine(problem && messageOf(problem)(this.words))}
      ${result ? this.#picture(result) : nothing}`;
  }

  #choice({ sentence, at }: CosineWord, i: number) {
    const { cosines: words } = this.words.languageModel;
    const names = this.#namesIn(sentence);
    const wordIndex =
      at ?? names.findIndex((name) => name.toLowerCase() === this.word.trim().toLowerCase());
    const choose = (placed: CosineWord) => this.#choose(i, placed);
    const numberOf = ({ target }: Event) => Number((target as HTMLSelectElement).value);
    return html`<div role="group" aria-label=${words.choice(i + 1)}>
      <label
        >${words.word}
        <select
          lang="en"
          ?disabled=${this.disabled}
          @change=${(event: Event) => choose({ sentence, at: numberOf(event) })}
        >
          ${names.map((name, k) => html`<option value=${k} .selected=${k === wordIndex}>${name}</option>`)}
        </select></label
      >
      <label
        >${words.in}
        <span class="sentence">
          <select
            lang="en"
            ?disabled=${this.disabled}
            @change=${(event: Event) => choose({ sentence: numberOf(event) })}
          >
            ${this.sentences.map(
              (text, k) => html`<option value=${k} .selected=${k === sentence}>${text}</option>`,
            )}
          </select>
          <span class="whole" lang="en" aria-hidden="true">${this.sentences[sentence]}</span>
        </span></label
      >
    </div>`;
  }

  #picture(result: Shown) {
    const lines = this.#labeled(result);
    const { cosines: words, paths } = this.words.languageModel;
    const layers = lines[0]!.values.map((_, layer) => paths.layer(layer));
    return html`<div class="chart">
        <canvas role="img" aria-label=${words.title}></canvas>
      </div>
      <ul class="key">
        ${lines.map(({ of, withLast }) => {
          const { color, width, dash } = styles[of](this.canvasColors);
          return html`<li>
            <svg aria-hidden="true">
              <path
                d="M0 4h26"
                stroke=${color}
                stroke-width=${width}
                stroke-dasharray=${dash.join(' ')}
              ></path></svg
            >${withLast}
          </li>`;
        })}
      </ul>
      <div class="table-and-save">
        <attention-table
          label=${words.title}
          .content=${() => ({
            columns: [words.column, ...layers],
            rows: lines.map(({ label, values }) => [
              label,
              ...values.map((value) => formatPrecision(value, 6)),
            ]),
          })}
        ></attention-table>
        <attention-save
          label=${words.title}
          @attention-provenance=${(event: ProvenanceEvent) => addProvenance(event, { texts: result.texts.join(' / ') })}
          .content=${() => this.#saveContent(result, layers)}
        ></attention-save>
      </div>`;
  }

  #labeled({ lines, wordLabels }: Shown) {
    const { cosines: words, paths } = this.words.languageModel;
    const labels: Record<CosineLine['of'], string> = {
      chosen: words.chosen(...wordLabels),
      one: words.within(paths.groups[0]),
      other: words.within(paths.groups[1]),
      across: words.across,
    };
    return lines.map((line) => {
      const label = labels[line.of];
      return { ...line, label, withLast: words.last(label, formatShort(line.values.at(-1)!)) };
    });
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !this.result) return;
    const { lines } = this.result;
    const { canvasColors: colors } = this;
    const lowest = lowestOf(lines);
    const font = { family: colors.font, size: 14 };
    this.#chart.draw(canvas, {
      data: {
        datasets: lines.map(({ of, values }) => {
          const { color, width, dash } = styles[of](colors);
          return {
            data: values.map((y, x) => ({ x, y })),
            borderColor: color,
            borderWidth: width,
            borderDash: dash,
          };
        }),
      },
      options: {
        animation: false,
        events: [],
        maintainAspectRatio: false,
        parsing: false,
        layout: { padding: { top: 8, right: 8 } },
        scales: {
          x: {
            type: 'linear',
            min: 0,
            max: Math.max(1, lines[0]!.values.length - 1),
            grid: { display: false },
            border: { color: colors.line },
            ticks: { stepSize: 1, color: colors.muted, font, maxRotation: 0 },
          },
          y: {
            min: lowest,
            max: 1,
            grid: { color: colors.line, drawTicks: false },
            border: { display: false },
            ticks: {
              color: colors.muted,
              font,
              padding: 6,
              maxTicksLimit: 6,
              callback: (value) =>
                this.withDecimalMark(() => formatDecimal(Number(value), lowest < 0.8 ? 1 : 2)),
            },
          },
        },
      },
      over: () => {},
    });
  }

  #saveContent(result: Shown, layers: readonly string[]): SaveContent {
    const lines = this.#labeled(result);
    const { cosines: words, label } = this.words.languageModel;
    const last = Math.max(1, layers.length - 1);
    return {
      name: 'cosines-by-layer',
      picture: (colors) => ({
        kind: 'curves',
        title: words.title,
        lowest: lowestOf(lines),
        ticks: layers.map((_, i) => ({ at: i / last, text: `${i}` })),
        lines: lines.map(({ of, withLast: label, values }) => {
          const { color, width, dash } = styles[of](colors);
          const points = values.map((y, i) => ({ x: i / last, y }));
          return { label, color, width, dashed: dash.length > 0, points };
        }),
      }),
      numbers: {
        tensor: {
          axes: ['line', 'layer'],
          shape: [lines.length, layers.length],
          data: Float32Array.from(lines.flatMap(({ values }) => [...values])),
        },
        labels: { line: lines.map(({ label }) => label), layer: layers },
      },
      texts: result.texts.map((text, i) => ({
        label: label(result.wordLabels[i]!),
        texts: [text],
      })),
      result: null,
    };
  }

  async #read(): Promise<void> {
    const { model, off, sentences, first, cosines, word } = this;
    if (!model || !cosines || sentences.length === 0) return;
    const pair = this.#pair;
    try {
      const placed = pair.map(({ sentence, at }) => ({ word, text: sentences[sentence]!, at }));
      const wordCosines = await model.vectors.wordCosines(placed, { off });
      const wordLabels = placed.map(nameIn(model)) as [string, string];
      const layers = Array.from(
        { length: wordCosines.shape[0]! },
        (_, layer) => wordCosines.data[layer * 4 + 1]!,
      );
      const lines: CosineLine[] = [{ of: 'chosen', values: layers }];
      if (first > 0 && first < sentences.length) {
        const groups = sentences.map((_, i) => Number(i >= first));
        const means = await model.vectors.groupCosines(cosines, groups);
        lines.push(...meanLines(means, [first, sentences.length - first]));
      }
      if (this.model === model)
        [this.result, this.problem] = [
          { lines, wordLabels, texts: placed.map(({ text }) => text) },
          null,
        ];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

const nameIn =
  (model: TextModel) =>
  ({ word, text, at }: { word: string; text: string; at: number | undefined }): string =>
    at === undefined ? word : (wordsOf(model.tokenize(text))[at] ?? word);

define('attention-word-cosines', AttentionWordCosines);
