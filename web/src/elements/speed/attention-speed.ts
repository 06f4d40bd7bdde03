/** `<attention-speed>`: choices, progress, and results as a chart and a table. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatDecimal } from '../../draw/format';
import { choices } from '../../speed/choices';
import { comparable, type Figures } from '../../speed/figures';
import {
  emptySpeedRun,
  kRounds,
  progressOf,
  type SpeedOrder,
  type SpeedRun,
} from '../../speed/run';
import { workloads } from '../../speed/workloads';
import './attention-speed-bars';
import './attention-speed-table';
import { speedStyles } from './attention-speed.styles';
import { define } from '../base/define';
import { reportParts } from '../parts/report-parts';
import { formatShare } from '../parts/share-bar';
import { sender } from '../base/sender';
import { WordedElement } from '../base/worded';
import '../../words/add-report';
import { withUnit } from '../../words/forms/with-unit';
import { messageOf, type TranslatedMessage } from '../../words/refusal';
import { speedTerms } from './speed-terms';

const send = sender<{ 'attention-speed-start': SpeedOrder; 'attention-speed-stop': null }>({});

/**
 * @fires {CustomEvent<SpeedOrder>} attention-speed-start - when the visitor starts the chosen workloads
 * @fires {CustomEvent} attention-speed-stop - when the visitor stops them
 */
export class AttentionSpeed extends WordedElement {
  static override styles = [reportParts.styles, speedStyles];

  @property({ attribute: false }) run: SpeedRun = emptySpeedRun;
  /** Figures from another machine. The last place (a browser, not Node) is shown. */
  @property({ attribute: false }) figures: Figures | undefined;
  /** Name and version of this browser. */
  @property() browser = '';
  @state() private chosen: ReadonlySet<string> = new Set(
    choices.filter(({ byDefault }) => byDefault).map(({ name }) => name),
  );
  @state() private refusal: TranslatedMessage | null = null;

  protected override render() {
    const { stage, rows } = this.run;
    const elsewhere = comparable(this.figures?.places ?? [], rows);
    const { speed } = this.words.report;
    return html`
      <div class="outcome" role="status">${this.#outcome()}</div>
      ${stage === 'running' ? this.#progress() : nothing} ${this.#controls()} ${this.#facts()}
      ${
        rows.some(({ figure }) => figure)
          ? html`<section>
              <h2>${speed.share}</h2>
              <p class="legend">
                <span class="key here"></span>${speed.here} ·
                <span class="key there"></span>${speed.there} ${this.#where()} ·
                <span class="key limit"></span>${formatShare(1)}
              </p>
              <attention-speed-bars .rows=${rows} .elsewhere=${elsewhere}></attention-speed-bars>
            </section>`
          : nothing
      }
      <attention-speed-table
        .rows=${rows}
        .elsewhere=${elsewhere}
        .where=${this.#where()}
      ></attention-speed-table>
    `;
  }

  #outcome() {
    const { stage, rows } = this.run;
    const measured = rows.filter(({ state }) => state === 'measured').length;
    const last = rows.findLast(({ state }) => state === 'measured');
    const failures = rows.filter(({ state }) => state === 'failed').length;
    const { speed } = this.words.report;
    const failed = failures ? speed.failed(failures) : '';
    if (stage === 'idle') return html`<h2>${speed.idle}</h2>`;
    if (stage === 'broken') return html`<h2>${speed.broken}</h2>`;
    if (stage === 'done' || stage === 'stopped')
      return html`<h2>${speed[stage](measured, rows.length)}${failed}</h2>`;
    return html`<h2>${speed.measuring(measured, rows.length)}${failed}</h2>
      ${last ? html`<p class="unseen">${speed.last(this.#nameOf(last.id))}</p>` : nothing}`;
  }

  #progress() {
    const { rows, round, rounds } = this.run;
    const running = rows.find(({ state }) => state === 'running');
    const { marks, report } = this.words;
    const { loading, speed } = report;
    const activity = round === null ? speed.checking : speed.round(round + 1, rounds);
    const text = running ? `${this.#nameOf(running.id)}${marks.colon}${activity}` : loading;
    return reportParts.progress(speed.measured, progressOf(this.run), 1, text);
  }

  #controls() {
    const running = this.run.stage === 'running';
    const { problem } = this.run;
    const message = this.refusal ?? (problem && messageOf(problem));
    const { speed } = this.words.report;
    const say = speedTerms(this.words);
    return html`<form @submit=${(event: Event) => this.#submit(event)}>
      <fieldset ?disabled=${running} aria-describedby="refusal">
        <legend>${speed.what}</legend>
        ${choices.map(
          ({ name, note }) =>
            html`<label
              ><input
                type="checkbox"
                .checked=${this.chosen.has(name)}
                @change=${(event: Event) =>
                  this.#choose(name, (event.target as HTMLInputElement).checked)}
              /><span
                >${say(name)}${note ? html` <small>${say(note)}</small>` : nothing}</span
              ></label
            >`,
        )}
      </fieldset>
      <div class="start">
        <button type="submit">${running ? speed.stop : speed.measure}</button>
        <p id="refusal" class="message" role="alert">${message?.(this.words)}</p>
      </div>
    </form>`;
  }

  #facts() {
    const figures = this.run.rows.flatMap(({ figure }) => figure ?? []);
    if (figures.length === 0) return nothing;
    const { browser, speed } = this.words.report;
    const facts: [string, string][] = [
      [browser, this.browser],
      [
        speed.compiledFor,
        [...new Set(figures.map(({ simd }) => simd))].join(this.words.marks.comma),
      ],
    ];
    const limits = figures.filter(({ id }) => !workloadOf(id).reads).map(({ limit }) => limit);
    if (limits.length > 0) {
      const ends = [Math.min(...limits), Math.max(...limits)].map((limit) =>
        formatDecimal(limit, 1),
      );
      const range = ends[0] === ends[1] ? ends[0] : `${ends[0]} ${speed.to} ${ends[1]}`;
      facts.push([speed.limit, withUnit(range!, 'GFLOP/s')]);
    }
    for (const { id, limit } of figures) {
      const { reads, flops } = workloadOf(id);
      if (reads)
        facts.push([speed.memory, withUnit(formatDecimal((limit * reads) / flops, 1), 'GB/s')]);
    }
    return reportParts.facts(facts);
  }

  #nameOf(id: string): string {
    return speedTerms(this.words)(workloadOf(id).name);
  }

  #where(): string {
    if (!this.figures) return '';
    const { machine, date, places, versions } = this.figures;
    const { place, workloads: measured } = places.at(-1)!;
    const isShown = (name: string) =>
      measured.some(({ timings }) => timings.some(({ who }) => who === name));
    const rivals = Object.entries(versions).filter(([name]) => isShown(name));
    return [machine, place, ...rivals.map((rival) => rival.join(' ')), date].join(
      this.words.marks.comma,
    );
  }

  #choose(name: string, checked: boolean): void {
    const others = [...this.chosen].filter((other) => other !== name);
    this.chosen = new Set(checked ? [...others, name] : others);
    if (checked) this.refusal = null;
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.run.stage === 'running') {
      send(this, 'attention-speed-stop', null);
      return;
    }
    const ids = choices.filter(({ name }) => this.chosen.has(name)).flatMap((choice) => choice.ids);
    this.refusal = ids.length === 0 ? ({ report }) => report.speed.none : null;
    if (ids.length === 0) return;
    send(this, 'attention-speed-start', { ids, rounds: kRounds });
  }
}

const workloadOf = (id: string) => workloads.find((workload) => workload.id === id)!;

define('attention-speed', AttentionSpeed);
