/** Connects a view to its lab: the one around it, or the one that its `for` names. */
import { ContextEvent, type Context } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import { labContext, pointerContext, type PointerValue, type ProvidedValue } from './lab-context';

/** A view whose `for` may name a lab elsewhere on the page. */
type View = LitElement & { readonly for: string | null };

export class LabLink implements ReactiveController {
  lab: ProvidedValue | undefined;
  pointer: PointerValue | undefined;
  /** The lab that `for` names, once it exists. */
  linked: Element | null = null;
  #leave: (() => void)[] = [];

  constructor(private readonly view: View) {
    view.addController(this);
  }

  hostConnected(): void {
    this.join();
  }

  hostDisconnected(): void {
    this.#leave.splice(0).forEach((leave) => leave());
    this.linked = null;
  }

  /** Connects again, for instance when `for` has changed. */
  join(): void {
    this.hostDisconnected();
    this.lab = this.pointer = undefined;
    const { for: id } = this.view;
    if (!id) return this.#ask(this.view);
    this.#leave.push(onNewLab(() => labOf(this.view, id) !== this.linked && this.join()));
    this.linked = labOf(this.view, id);
    if (this.linked) {
      this.#ask(this.linked);
      this.linked.dispatchEvent(new Event('attention-link'));
    }
    this.view.requestUpdate();
  }

  #ask(at: Element): void {
    this.#follow(at, labContext, (value) => (this.lab = value));
    this.#follow(at, pointerContext, (value) => (this.pointer = value));
  }

  #follow<T>(at: Element, context: Context<unknown, T>, take: (value: T) => void): void {
    const answer = (value: T, leave?: () => void) => {
      if (leave && !this.#leave.includes(leave)) this.#leave.push(leave);
      take(value);
      this.view.requestUpdate();
    };
    at.dispatchEvent(new ContextEvent(context, this.view, answer, true));
  }
}

/** Calls `onAdded` for each lab that is added to the page. Returns a function that stops this. */
export function onNewLab(onAdded: () => void): () => void {
  // A lab dispatches this event when it is connected, since it provides a context.
  document.addEventListener('context-provider', onAdded, true);
  return () => document.removeEventListener('context-provider', onAdded, true);
}

/** The lab with this id, in the element's root or in the document. */
export function labOf(element: Element, id: string): Element | null {
  const root = element.getRootNode() as Document | ShadowRoot;
  const target = root.getElementById?.(id) ?? document.getElementById(id);
  return target?.localName === 'attention-lab' ? target : null;
}
