/**
 * `<attention-lab>`: holds the settings, computes the result and provides it to the views inside.
 * Results are always complete: if a computation fails, the last result stays.
 */
import { ContextProvider } from '@lit/context';
import { css, html, LitElement } from 'lit';
import type { Opened } from '../../tensors/opened';
import type { MatrixName, SettingProperties } from '../../settings/playground';
import { defaultState, type LabState } from '../../settings/state';
import { partOfState, withDefaults } from '../../settings/state-object';
import type { Tensor } from '../../tensors/tensor';
import { define } from '../base/define';
import { setAgain } from '../base/early-properties';
import { sender } from '../base/sender';
import { chosenTheme } from '../styles/theme';
import { Announcer } from './lab-announcements';
import { LabComputation } from './lab-computation';
import {
  labContext,
  type Field,
  type LabEvents,
  type LabResult,
  type LabValue,
  type Problem,
  type ProvidedValue,
} from './lab-context';
import { providedEngine, type LabEngine } from './lab-engine';
import './attention-lab-notice';
import { LabPointer } from './lab-pointer';
import { problemOf } from './lab-problem';
import './attention-lab-untrained';
import { isUntrained } from './untrained';
import { defineSettings, settingProperties } from './setting-accessors';
import { NearViewport } from '../base/near-viewport';

/** Milliseconds without new numbers after which a computation is said to go on: a shorter message would only flash. */
const kLate = 300;

/** A static block of the class defines these accessors from the table of settings. */
export interface AttentionLab extends SettingProperties {
  /** The earlier names of `word` and `matrix`. */
  query: number;
  step: MatrixName;
}

const send = sender<{ 'attention-result': LabValue }>({});

/**
 * @slot - the views
 * @fires {CustomEvent<LabValue>} attention-result - when a computation has ended; `requested` may be newer
 * @fires {CustomEvent<LabAnnouncements['attention-state']>} attention-state - when other settings are shown
 * @fires {CustomEvent<LabAnnouncements['attention-query']>} attention-query - when another query word is chosen
 * @fires {CustomEvent<LabAnnouncements['attention-trace']>} attention-trace - when the layer has been computed again
 * @fires {CustomEvent<LabAnnouncements['attention-hover']>} attention-hover - when another number is under the pointer
 * @fires {CustomEvent<LabAnnouncements['attention-error']>} attention-error - when settings cannot be computed
 */
export class AttentionLab extends LitElement {
  static override properties = {
    engine: { attribute: false, noAccessor: true },
    ...settingProperties,
    wasmUrl: { type: String, attribute: 'wasm-url' },
    workerUrl: { type: String, attribute: 'worker-url' },
    loading: { type: String },
  };
  static override styles = css`
    ${chosenTheme}
    :host {
      display: block;
    }
    .room {
      display: block;
      min-block-size: var(--attention-room, 12rem);
    }
  `;

  /** The URLs of the engine's files, for a lab without an `engine`; by default beside the script. */
  declare wasmUrl: string | undefined;
  declare workerUrl: string | undefined;
  /** `eager` computes even while the lab is far from the viewport. */
  declare loading: string | undefined;

  #engine: LabEngine | Promise<LabEngine> | undefined;
  /** The page's shared engine, if `engine` is not set. */
  #provided: Promise<LabEngine> | null = null;
  /** Stops waiting for an engine that has been replaced. */
  #replace = () => {};
  #state: LabState = { ...defaultState };
  #opened: Opened | null = null;
  #closed: Opened | null = null;
  #result: LabResult | null = null;
  #problem: Problem | null = null;
  #changed: keyof LabState = 'text';
  #running = false;
  #stale = false;
  #isLate = false;
  #lateTimer = 0;
  #computation: LabComputation | null = null;
  /** Whether views elsewhere on the page show this lab, so it must compute even when it is off screen. */
  #linked = false;

  readonly #announcer = new Announcer(this);
  readonly #viewport = new NearViewport(this, () => this.#resume());
  readonly #values = new ContextProvider(this, {
    context: labContext,
    initialValue: this.#provision(),
  });
  readonly #pointer = new LabPointer(this, {
    result: () => this.#result,
    row: (query) =>
      this.#running || !this.#result ? undefined : this.#computation?.row(this.#result, query),
    isOver: () => this.#running || !this.isConnected,
    failed: (error) => {
      this.#fail(error);
      this.#publish();
    },
    announce: (pointed) => this.#announcer.pointer(pointed, this.#result),
  });

  constructor() {
    super();
    setAgain(this, 'state', 'opened', 'qkv', 'given');
    this.#listen('attention-change', ({ key: _, ...change }) => this.change(change));
    this.#listen('attention-cell', (cell) => void this.#pointer.point(cell));
    this.#listen('attention-lit', (field) => this.#pointer.light(field));
    this.#listen('attention-opened', (opened) => (this.opened = opened));
    this.addEventListener('attention-link', () => {
      this.#linked = true;
      void this.#compute();
    });
  }

  /** Several labs may share an engine. */
  get engine() {
    return this.#engine;
  }
  set engine(engine: LabEngine | Promise<LabEngine> | undefined) {
    if (engine === this.#engine) return;
    this.#forget();
    this.#engine = engine;
    Promise.resolve(engine).catch(() => {}); // #compute reports a failure later
    this.#replace();
    void this.#compute();
  }

  static {
    defineSettings(this.prototype);
  }

  /**
   * The requested settings; `result.state` has those that are shown. A new state needs its version `v`;
   * settings that it leaves out get their defaults. Throws and changes nothing if it is invalid.
   */
  get state(): LabState {
    return { ...this.#state };
  }
  set state(state: Pick<LabState, 'v'> & Partial<LabState>) {
    const complete = { ...defaultState, ...partOfState(state) };
    this.opened = null;
    this.change(complete);
  }

  /** Queries, keys and values, or weights, to show instead of the sentence, until the text changes. */
  get opened(): Opened | null {
    return this.#opened;
  }
  set opened(opened: Opened | null) {
    if (opened === this.#opened && !this.#closed) return;
    this.#opened = opened;
    this.#closed = null;
    void this.#compute();
  }

  /** @deprecated Names of `opened` in EMBEDDING.md until 25 November 2026. Pages that use them go on working. */
  get qkv(): Opened | null {
    return this.opened;
  }
  set qkv(opened: Opened | null) {
    this.opened = opened;
  }
  /** @deprecated */
  get given(): Opened | null {
    return this.opened;
  }
  set given(opened: Opened | null) {
    this.opened = opened;
  }

  get result(): LabResult | null {
    return this.#result;
  }

  change(changes: Partial<LabState>): void {
    const change = withDefaults(changes);
    const changed = (Object.keys(change) as (keyof LabState)[]).filter(
      (name) => change[name] !== this.#state[name],
    );
    if (changed.length === 0 && !this.#problem) return;
    this.#state = { ...this.#state, ...change };
    if (changed.includes('text')) {
      this.#closed = this.#opened ?? this.#closed;
      this.#opened = null;
    }
    if (changed[0]) this.#changed = changed[0];
    // Controls show the requested settings even before the first result.
    if (!this.#result) this.#provide();
    void this.#compute();
  }

  /** This lab's heatmap of the field minus the other lab's; null until both labs have results. */
  async difference(other: AttentionLab, field: Field): Promise<Tensor | null> {
    const [mine, theirs] = [this.#result, other.result];
    if (!mine || !theirs || !this.#computation) return null;
    return this.#computation.difference(mine, theirs, field);
  }

  /** Computes again, for instance after the engine has failed. */
  retry(): void {
    void this.#compute();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#compute();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (changed.has('loading')) this.#resume();
  }

  protected override render() {
    const notice = html`<attention-lab-notice .problem=${this.#problem}></attention-lab-notice>
      <attention-lab-untrained
        ?trained=${this.#result !== null && !isUntrained(this.#result)}
      ></attention-lab-untrained>`;
    if (this.#result || this.#problem) return html`${notice}<slot></slot>`;
    return html`${notice}<slot></slot><slot name="starting"><span class="room"></span></slot>`;
  }

  /** Runs one computation at a time. If the settings change meanwhile, another one follows. */
  async #compute(): Promise<void> {
    this.#stale = true;
    if (this.#running) return;
    this.#running = true;
    this.#awaitResult();
    try {
      while (this.#stale && this.#isWanted()) {
        this.#stale = false;
        await this.#computeOnce(this.#engine ?? this.#shared());
      }
    } finally {
      // In the same step as the end of the loop: what is asked for later begins another one.
      this.#running = false;
      clearTimeout(this.#lateTimer);
      if (this.#isLate) this.#setLate(false);
    }
    // The number under the pointer has changed.
    this.#pointer.pointAgain();
  }

  #awaitResult(): void {
    clearTimeout(this.#lateTimer);
    this.#lateTimer = window.setTimeout(() => this.#setLate(true), kLate);
  }

  /** Whether a view says that a computation goes on. */
  #setLate(isLate: boolean): void {
    this.#isLate = isLate;
    this.#provide();
  }

  /** A lab off screen waits until it comes near the viewport. */
  #isWanted(): boolean {
    if (!this.isConnected) return false;
    return this.#viewport.near || this.#linked || this.loading === 'eager';
  }

  /** Starts a postponed computation; returns false if there was none. */
  #resume(): boolean {
    if (!this.#stale) return false;
    void this.#compute();
    return true;
  }

  #shared(): Promise<LabEngine> {
    const { wasmUrl, workerUrl } = this;
    return (this.#provided ??= providedEngine({
      ...(wasmUrl && { wasmUrl }),
      ...(workerUrl && { workerUrl }),
    }));
  }

  async #computeOnce(engine: NonNullable<typeof this.engine>): Promise<void> {
    const hasLeft = () => !this.isConnected || engine !== (this.#engine ?? this.#provided);
    try {
      const replaced = new Promise<null>((resolve) => (this.#replace = () => resolve(null)));
      const started = await Promise.race([engine, replaced]);
      if (started === null || hasLeft()) return;
      this.#computation ??= new LabComputation(started);
    } catch (error) {
      if (hasLeft()) return;
      this.#provided = null;
      this.#fail(error);
      return this.#publish();
    }
    // This run includes all changes made while the engine started.
    this.#stale = false;
    const [requested, opened] = [this.#state, this.#opened];
    const computation = this.#computation;
    try {
      this.#result = await computation.run(requested, opened);
      this.#problem = null;
    } catch (error) {
      if (hasLeft() || computation !== this.#computation) return;
      this.#fail(error);
      if (opened && opened === this.#opened) this.#dropOpened();
      if (this.#problem!.setting !== 'engine') {
        const { setting } = this.#problem!;
        const last = this.#result;
        this.#result = last
          ? await computation.without(setting, requested, last)
          : await computation.first(setting, requested);
        if (hasLeft() || computation !== this.#computation) return;
      }
    }
    this.#publish();
  }

  #forget(): void {
    this.#computation?.forget();
    this.#computation = null;
  }

  /** Drops `opened` if it cannot be shown. The previous result stays. */
  #dropOpened(): void {
    if (this.#problem!.setting !== 'engine')
      this.#problem = { ...this.#problem!, setting: 'opened' };
    this.#opened = this.#result?.opened ?? null;
  }

  #fail(error: unknown): void {
    this.#problem = problemOf(error, this.#changed);
  }

  #value(): LabValue {
    return {
      result: this.#result,
      requested: this.#state,
      problem: this.#problem,
      closed: this.#closed,
    };
  }

  #provision(): ProvidedValue {
    return { ...this.#value(), isLate: this.#isLate };
  }

  #provide(): void {
    this.#values.setValue(this.#provision());
  }

  #publish(): void {
    if (this.#running) this.#awaitResult();
    // While other settings wait, their computation goes on.
    if (!this.#stale) this.#isLate = false;
    this.#provide();
    this.requestUpdate();
    send(this, 'attention-result', this.#value());
    this.#announcer.result(this.#result, this.#problem);
  }

  #listen<K extends keyof LabEvents>(type: K, then: (detail: LabEvents[K]) => void): void {
    this.addEventListener(type, (event) => then((event as CustomEvent<LabEvents[K]>).detail));
  }
}

define('attention-lab', AttentionLab);
