/** `<attention-speed>`: choices, progress, and results as a chart and a table. */
import { html, LitElement, nothing } from 'lit';
import { choices } from '../../speed/choices';
import { comparable, type Figures } from '../../speed/figures';
import { emptyReport, progressOf, type SpeedOrder, type SpeedReport } from '../../speed/report';
import { works } from '../../speed/works';
import './attention-speed-bars';
import './attention-speed-table';
import { speedStyles } from './attention-speed.styles';
import { define } from '../base/define';
import { reportStyles } from '../base/report.styles';
import { theme } from '../base/theme';

/** Results are medians over this many rounds. */
const kRounds = 7;

export class AttentionSpeed extends LitElement {
  static override properties = {
    report: { attribute: false },
    figures: { attribute: false },
    browser: { type: String },
    chosen: { state: true },
    refusal: { state: true },
  };
  static override styles = [theme, reportStyles, speedStyles];

  declare report: SpeedReport;
  /** Figures from another machine. The last place (a browser, not Node) is shown. */
  declare figures: Figures | undefined;
  /** Name and version of this browser. */
  declare browser: string;
  declare chosen: ReadonlySet<string>;
  declare refusal: string;

  constructor() {
    super();
    this.report = emptyReport;
    this.browser = '';
    this.chosen = new Set(choices.filter(({ byDefault }) => byDefault).map(({ name }) => name));
    this.refusal = '';
  }

  protected override render() {
    const { report } = this;
    const elsewhere = comparable(this.figures?.places ?? [], report.rows);
    return html`
      <div class="outcome" role="status">${this.#outcome()}</div>
      ${report.stage === 'running' ? this.#progress() : nothing} ${this.#controls()}
      ${this.#facts()}
      ${
        report.rows.some(({ figure }) => figure)
          ? html`<section>
              <h2>Share of the limit</h2>
              <p class="legend">
                <span class="key here"></span>measured here ·
                <span class="key there"></span>measured elsewhere: ${this.#where()}
              </p>
              <attention-speed-bars
                .rows=${report.rows}
                .elsewhere=${elsewhere}
              ></attention-speed-bars>
            </section>`
          : nothing
      }
      <attention-speed-table
        .rows=${report.rows}
        .elsewhere=${elsewhere}
        .where=${this.#where()}
      ></attention-speed-table>
    `;
  }

  #outcome() {
    const { stage, rows } = this.report;
    const measured = rows.filter(({ state }) => state === 'measured').length;
    const last = rows.findLast(({ state }) => state === 'measured');
    const failures = rows.filter(({ state }) => state === 'failed').length;
    const failed = failures ? `, ${failures} failed` : '';
    if (stage === 'idle') return html`<h2>Nothing measured yet</h2>`;
    if (stage === 'broken') return html`<h2>The measurement did not finish</h2>`;
    if (stage === 'done') return html`<h2>${measured} of ${rows.length} measured${failed}</h2>`;
    if (stage === 'stopped')
      return html`<h2>Stopped: ${measured} of ${rows.length} measured${failed}</h2>`;
    return html`<h2>Measuring: ${measured} of ${rows.length} done${failed}</h2>
      ${last ? html`<p class="unseen">Last: ${nameOf(last.id)}</p>` : nothing}`;
  }

  #progress() {
    const { report } = this;
    const running = report.rows.find(({ state }) => state === 'running');
    const activity =
      report.round === null ? 'checking results' : `round ${report.round + 1} of ${report.rounds}`;
    return html`<div class="progress">
      <progress aria-label="Measured" max="1" .value=${progressOf(report)}></progress>
      <span>${running ? `${nameOf(running.id)}: ${activity}` : 'Loading …'}</span>
    </div>`;
  }

  #controls() {
    const running = this.report.stage === 'running';
    const { problem } = this.report;
    return html`<form @submit=${(event: Event) => this.#submit(event)}>
      <fieldset ?disabled=${running} aria-describedby="refusal">
        <legend>What to measure</legend>
        ${choices.map(
          ({ name, note }) =>
            html`<label
              ><input
                type="checkbox"
                .checked=${this.chosen.has(name)}
                @change=${(event: Event) =>
                  this.#choose(name, (event.target as HTMLInputElement).checked)}
              /><span>${name}${note ? html` <small>${note}</small>` : nothing}</span></label
            >`,
        )}
      </fieldset>
      <div class="start">
        <button type="submit">${running ? 'Stop' : 'Measure'}</button>
        <p id="refusal" class="message" role="alert">${this.refusal || (problem ?? '')}</p>
      </div>
    </form>`;
  }

  #facts() {
    const figures = this.report.rows.flatMap(({ figure }) => figure ?? []);
    if (figures.length === 0) return nothing;
    const facts = [
      ['browser', this.browser],
      ['engine compiled for', [...new Set(figures.map(({ simd }) => simd))].join(', ')],
    ];
    const limits = figures.filter(({ id }) => !workOf(id).reads).map(({ limit }) => limit);
    if (limits.length > 0) {
      const ends = [Math.min(...limits), Math.max(...limits)].map((limit) => limit.toFixed(1));
      const range = ends[0] === ends[1] ? ends[0] : `${ends[0]} to ${ends[1]}`;
      facts.push(['limit here', `${range} GFLOP/s`]);
    }
    for (const { id, limit } of figures) {
      const { reads, flops } = workOf(id);
      if (reads)
        facts.push(['memory bandwidth here', `${((limit * reads) / flops).toFixed(1)} GB/s`]);
    }
    return html`<dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #where(): string {
    if (!this.figures) return '';
    const { machine, date, places, versions } = this.figures;
    const { place, works: measured } = places.at(-1)!;
    const isShown = (name: string) =>
      measured.some(({ timings }) => timings.some(({ who }) => who === name));
    const rivals = Object.entries(versions).filter(([name]) => isShown(name));
    return [machine, place, ...rivals.map((rival) => rival.join(' ')), date].join(', ');
  }

  #choose(name: string, checked: boolean): void {
    const others = [...this.chosen].filter((other) => other !== name);
    this.chosen = new Set(checked ? [...others, name] : others);
    if (checked) this.refusal = '';
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.report.stage === 'running') {
      this.dispatchEvent(new CustomEvent('attention-speed-stop'));
      return;
    }
    const ids = choices.filter(({ name }) => this.chosen.has(name)).flatMap((choice) => choice.ids);
    this.refusal = ids.length === 0 ? 'Choose at least one workload.' : '';
    if (ids.length === 0) return;
    const detail: SpeedOrder = { ids, rounds: kRounds };
    this.dispatchEvent(new CustomEvent('attention-speed-start', { detail }));
  }
}

const workOf = (id: string) => works.find((work) => work.id === id)!;
const nameOf = (id: string) => workOf(id).name;

define('attention-speed', AttentionSpeed);
