/**
 * Base class of elements whose settings are also attributes, with the same text as in an address: `<attention-training
 * model="sort" text="3 1 2" off="layers.0.attention:0">`. The embed dialogs write all settings of an address as attributes.
 */
import { property } from 'lit/decorators.js';
import { sharedSettings, pageOf } from '../../settings/shared';
import type { Refusal } from '../../words/refusal';
import { WordedElement } from './worded';

/** The earlier name of `model` in `<attention-training>`. */
const kTask = 'task';

export abstract class SettingsElement<State> extends WordedElement {
  abstract state: State;
  /** Names of parts to hide, such as `film guess`: those of embed/model-embedding.ts. */
  @property({ reflect: true }) hide = '';
  /** Converts a state to an address, and back. */
  protected abstract readonly link: {
    format(state: State): string;
    parse(hash: string): { state: State; refusal: Refusal | null };
  };

  /** The settings of its address that only this element has. */
  protected static readonly extraSettings: readonly string[] = [];

  static get settingNames(): string[] {
    return [...Object.keys(sharedSettings), ...this.extraSettings];
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...this.settingNames, kTask];
  }

  /** An invalid setting is replaced by its default, and the console names it. */
  override attributeChangedCallback(
    attribute: string,
    old: string | null,
    text: string | null,
  ): void {
    const name = attribute === kTask ? 'model' : attribute;
    super.attributeChangedCallback(name, old, text);
    const names = (this.constructor as typeof SettingsElement).settingNames;
    if (text === old || !names.includes(name)) return;
    // If the model changes, all settings come from the attributes; otherwise only this one changes.
    const isModel = name === 'model';
    const parameters = isModel
      ? this.#attributes(names)
      : new URLSearchParams(this.link.format(this.state));
    if (text === null) parameters.delete(name);
    else parameters.set(name, isModel ? modelNamed(text) : text);
    const { state, refusal } = this.link.parse(String(parameters));
    if (refusal) console.warn(`<${this.localName}> ${refusal.message}`);
    // Keep what no address can hold, such as a text to train on.
    this.state = isModel ? state : { ...this.state, ...state };
  }

  #attributes(names: readonly string[]): URLSearchParams {
    const attributes = names.flatMap((name) => {
      const text = this.getAttribute(name);
      return text === null ? [] : [[name, text]];
    });
    return new URLSearchParams(attributes);
  }
}

/** Accepts `goes-with` for `goes_with` in an attribute. */
function modelNamed(text: string): string {
  const name = text.replaceAll('-', '_');
  return pageOf(text) === null && pageOf(name) !== null ? name : text;
}
