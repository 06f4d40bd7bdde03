/** The base class of all views: connects to the lab around it, or to the one that `for` names. */
// Must come first: a view that is upgraded before its lab would find no context provider.
import './attention-lab';
import '../../words/add-lab';
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Field, LabResult } from './lab-context';
import { LabLink } from './lab-link';
import { PaintedView } from '../base/painted-view';
import type { CanvasColors } from '../styles/theme';
import { inPencil, isUntrained } from './untrained';

export abstract class LabView extends PaintedView {
  static override properties: PropertyDeclarations = { for: { type: String, noAccessor: true } };

  /** Used without a lab: whether the numbers come from random parameters. */
  @property({ attribute: false }) untrained = false;

  #for: string | null = null;
  #wasUntrained = false;
  readonly #link = new LabLink(this);

  protected get lab() {
    return this.#link.lab;
  }

  protected get result(): LabResult | null {
    return this.#link.lab?.result ?? null;
  }

  protected get pointer() {
    return this.#link.pointer;
  }

  /** Whether an event comes from a view of the same lab. */
  protected isOfSameLab(event: Event): boolean {
    return event
      .composedPath()
      .some((target) => target instanceof LabView && target.lab === this.lab);
  }

  get linkedLab(): Element | null {
    return this.#link.linked;
  }

  /** It has the attribute `untrained` while the numbers come from random parameters. */
  protected override update(changed: PropertyValues): void {
    const untrained = this.isUntrained;
    if (this.toggleAttribute('untrained', untrained) !== this.#wasUntrained) this.colors = null;
    this.#wasUntrained = untrained;
    super.update(changed);
  }

  protected override tinted(colors: CanvasColors): CanvasColors {
    return this.isUntrained ? inPencil(colors) : colors;
  }

  /** Whether it shows numbers of random parameters. */
  protected get isUntrained(): boolean {
    return this.untrained || isUntrained(this.result);
  }

  /** A note that a view's numbers are not in the file; nothing without a file. */
  protected onlyWeights() {
    return this.result?.odd ? html`<p class="muted">${this.words.fileWeights.only}</p>` : nothing;
  }

  /** Sets the `lit` attribute while the formula's symbol for these numbers is highlighted. */
  protected showLit(field: Field): void {
    this.toggleAttribute('lit', this.pointer?.lit === field);
  }

  /** The id of a lab elsewhere on the page; null for the lab around the view. */
  get for(): string | null {
    return this.#for;
  }
  set for(id: string | null) {
    this.#for = id;
    if (this.isConnected) this.#link.join();
  }
}
