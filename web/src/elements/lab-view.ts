/** The base of all views of a lab: follows the one around it, if there is one. */
import { ContextConsumer } from '@lit/context';
// First: a view that is upgraded before the lab around it would ask nobody for its data.
import './attention-lab';
import { labContext, pointerContext, type Field, type LabResult } from './lab-context';
import { PaintedView } from './painted-view';

export abstract class LabView extends PaintedView {
  readonly #lab = new ContextConsumer(this, { context: labContext, subscribe: true });
  readonly #pointer = new ContextConsumer(this, { context: pointerContext, subscribe: true });

  protected get lab() {
    return this.#lab.value;
  }

  protected get result(): LabResult | null {
    return this.#lab.value?.result ?? null;
  }

  protected get pointer() {
    return this.#pointer.value;
  }

  /** Shows by the `lit` attribute that the formula's symbol for these numbers is lit. */
  protected showLit(field: Field): void {
    this.toggleAttribute('lit', this.pointer?.lit === field);
  }
}
