/** The base of all views of a lab: follows the one around it, or the one that `for` names. */
// First: a view that is upgraded before the lab around it would ask nobody for its data.
import './attention-lab';
import type { PropertyDeclarations } from 'lit';
import type { Field, LabResult } from './lab-context';
import { LabLink } from './lab-link';
import { PaintedView } from '../base/painted-view';

export abstract class LabView extends PaintedView {
  static override properties: PropertyDeclarations = { for: { type: String, noAccessor: true } };

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

  get linkedLab(): Element | null {
    return this.#link.linked;
  }

  /** Shows by the `lit` attribute that the formula's symbol for these numbers is lit. */
  protected showLit(field: Field): void {
    this.toggleAttribute('lit', this.pointer?.lit === field);
  }

  /** The id of a lab elsewhere in the page; null for the one around. */
  get for(): string | null {
    return this.#for;
  }
  set for(id: string | null) {
    this.#for = id;
    if (this.isConnected) this.#link.join();
  }

  #for: string | null = null;
}
