/**
 * `<attention-lab>`: holds the settings, has them computed, and gives the result to the views that
 * stand inside it, whole or not at all: while something cannot be computed the last result stays.
 */
import { ContextProvider } from '@lit/context';
import { css, html, LitElement } from 'lit';
import { defaultState, limits, type LabState } from '../state';
import type { Tensor } from '../tensor';
import { tokenize } from '../tokenize';
import {
  labContext,
  pointerContext,
  type Field,
  type LabEvents,
  type LabResult,
  type LabValue,
  type Pointed,
  type PointerValue,
  type Problem,
} from './lab-context';
import type { LabEngine, LabLayer } from './lab-engine';

/** How many tokens are named one by one: past it the largest, and the rest together. */
export const kMostNamed = 24;
/** How many of them get a colour of their own. */
const kMostColored = 6;

export class AttentionLab extends LitElement {
  static override properties = {
    engine: { attribute: false },
    tokens: { type: String },
    heads: { type: Number },
    head: { type: String },
    dModel: { type: Number, attribute: 'd-model' },
    seed: { type: Number },
    mask: { type: String },
    positions: { type: String },
    query: { type: Number },
  };
  static override styles = css`
    :host {
      display: block;
    }
  `;

  /** One engine may serve many labs. */
  declare engine: LabEngine | Promise<LabEngine> | undefined;

  #state: LabState = { ...defaultState };
  #result: LabResult | null = null;
  #problem: Problem | null = null;
  #changed: keyof LabState = 'text';
  #running = false;
  #stale = false;
  #layer: { layer: LabLayer; d_model: number; num_heads: number; seed: number } | null = null;
  #x: { tensor: Tensor; key: string } | null = null;
  #pointed: Pointed | null = null;
  #lit: Field | null = null;

  readonly #values = new ContextProvider(this, {
    context: labContext,
    initialValue: this.#value(),
  });
  readonly #pointer = new ContextProvider(this, {
    context: pointerContext,
    initialValue: { pointed: null, lit: null } as PointerValue,
  });

  constructor() {
    super();
    this.#listen('attention-change', (change) => this.change(change));
    this.#listen('attention-cell', (cell) => void this.#point(cell));
    this.#listen('attention-lit', (field) => {
      this.#lit = field;
      this.#publishPointer();
    });
  }

  // Settings as attributes and properties. A value that makes no sense is refused like a typed one.
  get tokens() {
    return this.#state.text;
  }
  set tokens(text: string) {
    this.change({ text });
  }
  get heads() {
    return this.#state.num_heads;
  }
  set heads(num_heads: number) {
    this.change({ num_heads });
  }
  get head() {
    return this.#state.head === null ? 'mean' : String(this.#state.head + 1);
  }
  /** Counted from 1, as on the page, or `mean`. */
  set head(head: string) {
    this.change({ head: head === 'mean' ? null : Number(head) - 1 });
  }
  get dModel() {
    return this.#state.d_model;
  }
  set dModel(d_model: number) {
    this.change({ d_model });
  }
  get seed() {
    return this.#state.seed;
  }
  set seed(seed: number) {
    this.change({ seed });
  }
  get mask() {
    return this.#state.mask;
  }
  set mask(mask: LabState['mask']) {
    this.change({ mask });
  }
  get positions() {
    return this.#state.positions;
  }
  set positions(positions: LabState['positions']) {
    this.change({ positions });
  }
  get query() {
    return this.#state.query;
  }
  set query(query: number) {
    this.change({ query });
  }

  /** The settings asked for; what is shown is `result.state`. */
  get state(): LabState {
    return { ...this.#state };
  }
  set state(state: LabState) {
    this.change(state);
  }

  get result(): LabResult | null {
    return this.#result;
  }

  change(change: Partial<LabState>): void {
    const changed = (Object.keys(change) as (keyof LabState)[]).filter(
      (name) => change[name] !== this.#state[name],
    );
    if (changed.length === 0 && !this.#problem) return;
    this.#state = { ...this.#state, ...change };
    if (changed[0]) this.#changed = changed[0];
    this.#compute();
  }

  /** Once more, for instance after the engine failed. */
  retry(): void {
    this.#compute();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#compute();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forgetLayer();
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (changed.has('engine')) {
      this.#forgetLayer();
      this.#compute();
    }
  }

  protected override render() {
    return html`<slot></slot>`;
  }

  /** One run at a time, so that what the engine keeps is what is shown; then the newest settings. */
  async #compute(): Promise<void> {
    this.#stale = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#stale && this.isConnected && this.engine) {
      this.#stale = false;
      await this.#computeOnce();
    }
    this.#running = false;
  }

  async #computeOnce(): Promise<void> {
    const wanted = this.#state;
    try {
      const engine = await this.engine!;
      this.#result = await this.#run(engine, wanted);
      this.#problem = null;
    } catch (error) {
      this.#problem = this.#problemOf(error as Error);
      if (this.#result === null && this.#problem.setting !== 'engine') await this.#runDefaults();
    }
    this.#publish();
    if (this.#pointed) void this.#point(this.#pointed);
  }

  async #runDefaults(): Promise<void> {
    const before = this.#problem;
    try {
      this.#result = await this.#run(await this.engine!, { ...defaultState });
      this.#problem = before;
    } catch (error) {
      this.#problem = this.#problemOf(error as Error);
    }
  }

  async #run(engine: LabEngine, wanted: LabState): Promise<LabResult> {
    const tokens = tokenize(wanted.text);
    checkCounts(wanted);
    const last = this.#result;
    const x = await this.#embedded(
      engine,
      tokens.map((token) => token.word),
      wanted,
    );
    const layer = await this.#layerFor(engine, wanted);
    // What was chosen before may be gone: a shorter text, fewer heads.
    const query = Math.min(wanted.query, tokens.length - 1);
    const head = wanted.head === null ? null : Math.min(wanted.head, wanted.num_heads - 1);
    const same =
      last?.trace !== undefined &&
      this.#traced?.x === x &&
      this.#traced.layer === layer &&
      this.#traced.mask === wanted.mask;
    const trace = same ? last.trace : await layer.trace({ query: x, mask: wanted.mask });
    this.#traced = { x, layer, mask: wanted.mask };
    const detail = await layer.rowDetail({ head, query, most: namedCount(tokens.length) });
    const count = tokens.length;
    const shares =
      count <= kMostColored
        ? detail
        : await layer.rowDetail({ head, query, most: kMostColored - 1 });
    const meanWeights = same ? last.meanWeights : await layer.average('weights');
    const mean =
      head !== null ? null : same && last.mean ? last.mean : await meanOf(layer, meanWeights);
    return { state: { ...wanted, query, head }, tokens, trace, detail, shares, mean, meanWeights };
  }

  /** What the trace that the engine keeps was made of. */
  #traced: { x: Tensor; layer: LabLayer; mask: LabState['mask'] } | null = null;

  async #embedded(engine: LabEngine, words: string[], wanted: LabState): Promise<Tensor> {
    const { d_model, seed, positions } = wanted;
    const key = JSON.stringify([words, d_model, seed, positions]);
    if (this.#x?.key !== key) {
      const { x } = await engine.embed({ tokens: words, d_model, seed, positions });
      this.#x = { tensor: x, key };
    }
    return this.#x.tensor;
  }

  async #layerFor(engine: LabEngine, { d_model, num_heads, seed }: LabState): Promise<LabLayer> {
    const made = this.#layer;
    if (made?.d_model === d_model && made.num_heads === num_heads && made.seed === seed)
      return made.layer;
    const layer = await engine.multiHead({ d_model, num_heads, seed, bias: false });
    this.#forgetLayer();
    this.#layer = { layer, d_model, num_heads, seed };
    return layer;
  }

  #forgetLayer(): void {
    this.#layer?.layer.release();
    this.#layer = null;
    this.#traced = null;
  }

  #problemOf(error: Error): Problem {
    if (error.name === 'EngineError') return { setting: 'engine', message: error.message };
    return { setting: this.#settingOf(error.message), message: sentence(error.message) };
  }

  /** The control that was used last, where the words concern it; else the one that they name. */
  #settingOf(message: string): keyof LabState {
    if (message.includes(this.#changed)) return this.#changed;
    const named = (['num_heads', 'd_model', 'seed', 'mask', 'positions'] as const).find((name) =>
      message.includes(name),
    );
    return named ?? 'text';
  }

  async #point(cell: Omit<Pointed, 'detail'> | null): Promise<void> {
    const result = this.#result;
    const inside = cell && result && cell.query < result.tokens.length;
    if (!inside || cell.key >= result.tokens.length) {
      this.#pointed = null;
      return this.#publishPointer();
    }
    const own = cell.query === result.state.query;
    const known = this.#pointed?.query === cell.query && this.#pointedOf === result;
    const pointed = {
      ...cell,
      detail: own ? result.detail : known ? this.#pointed!.detail : null,
    };
    this.#pointed = pointed;
    this.#pointedOf = result;
    this.#publishPointer();
    if (pointed.detail || this.#running || !this.#layer) return;
    const { head } = result.state;
    try {
      const most = namedCount(result.tokens.length);
      const detail = await this.#layer.layer.rowDetail({ head, query: cell.query, most });
      if (this.#pointed !== pointed || this.#result !== result || this.#running) return;
      this.#pointed = { ...pointed, detail };
      this.#publishPointer();
    } catch (error) {
      this.#problem = this.#problemOf(error as Error);
      this.#publish();
    }
  }

  #pointedOf: LabResult | null = null;

  #value(): LabValue {
    return { result: this.#result, wanted: this.#state, problem: this.#problem };
  }

  #publish(): void {
    this.#values.setValue(this.#value());
    this.dispatchEvent(new CustomEvent('attention-result', { detail: this.#value() }));
  }

  #publishPointer(): void {
    const lit = this.#lit ?? this.#pointed?.field ?? null;
    this.#pointer.setValue({ pointed: this.#pointed, lit });
  }

  #listen<K extends keyof LabEvents>(type: K, then: (detail: LabEvents[K]) => void): void {
    this.addEventListener(type, (event) => then((event as CustomEvent<LabEvents[K]>).detail));
  }
}

function namedCount(tokens: number): number {
  return tokens <= kMostNamed ? tokens : kMostNamed - 1;
}

async function meanOf(layer: LabLayer, weights: Tensor) {
  const [scores, masked_scores] = await Promise.all([
    layer.average('scores'),
    layer.average('masked_scores'),
  ]);
  return { scores, masked_scores, weights };
}

/** The page's own limits; whether the numbers go together, the core says. */
function checkCounts(state: LabState): void {
  for (const name of ['d_model', 'num_heads', 'seed'] as const) {
    const { least, most } = limits[name];
    const value = state[name];
    if (!(Number.isInteger(value) && value >= least && value <= most))
      throw new Error(`${name}: expected a whole number from ${least} to ${most}, got ${value}.`);
  }
}

function sentence(words: string): string {
  const capital = /^[a-z]+ /.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

customElements.define('attention-lab', AttentionLab);
