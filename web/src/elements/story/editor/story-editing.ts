/** The selection in a story and its changes: the editor, the chips of all changes, and the gradients. */
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { formatNumber } from '../../../draw/format';
import type { NumberPlace } from '../../../engine/client/engine';
import { editAt, withEdit, withoutEdit } from '../../../model/edits/edit-list';
import {
  fieldName,
  floatOf,
  formatEdits,
  parsePlace,
  placeKey,
  type Edit,
  type EditPlace,
  type NumberChange,
} from '../../../model/edits/edits';
import type { Overrides } from '../../../model/edits/overrides';
import { numberAt, type StoryInspection } from '../../../model/stages/lines';
import { steeperPlace } from '../../../model/stages/steeper-place';
import type { StoryParameters } from '../../../model/stages/matrices';
import type { Words } from '../../../words/words';
import './attention-changes';
import type { ListedChange } from './attention-changes';
import type { AttentionNumberEditor, NumberEntry } from './number-editor';
import { editedNumber, numberName, symbols, type NameContext } from '../names/number-name';
import { signLegend } from './sign-legend';
import { withScope, storyEditor, type Scope } from './story-editor';
import { sendStory } from '../names/story-events';

export interface EditedStory extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ParentNode;
  readonly inspection: StoryInspection | undefined;
  readonly original: StoryInspection | undefined;
  readonly parameters: StoryParameters | undefined;
  readonly edits: readonly Edit[];
  readonly overrides: Overrides;
  readonly shared: boolean;
  readonly changes: readonly ListedChange[] | undefined;
  readonly naming: NameContext;
  gradientOf: NumberPlace | undefined;
  gradients: unknown;
  /** The increment of the arrow keys for a number. */
  stepOf(place: EditPlace): number;
  focusCursor(): void;
}

/** Fields that are computed from others only: their numbers can be selected, but not changed. */
const kFixed = ['log_probabilities', 'similarities', 'contributions'];

/** Pixels between a number and the editor below it. */
const kClear = 12;

export class StoryEditing {
  /** The place in the editor. */
  active: EditPlace | undefined;
  /** Whether `active` was chosen in the open matrix. */
  isInMatrix = false;
  /** The number whose row or column is selected. */
  #anchor: EditPlace | undefined;
  /** The edits without the number that is being typed or dragged. */
  #before: readonly Edit[] | undefined;
  /** The edits that this story reported and that are not shown yet, as text. */
  readonly #reported: string[] = [];
  /** The edits that are shown. */
  #shown = '';
  /** Counts the changes that are not from here. */
  #revision = 0;

  constructor(private readonly host: EditedStory) {}

  choose(place: EditPlace | undefined, anchor = place, inMatrix = false): void {
    this.active = place;
    this.#anchor = anchor;
    this.#before = undefined;
    this.isInMatrix = inMatrix;
    this.host.requestUpdate();
    if (place) void this.#keepInSight();
  }

  /** Keeps in sight what the keyboard reaches; a button that is pressed by pointer stays in its place. */
  readonly reach = (event: Event): void => {
    const reached = event.composedPath()[0] as Element;
    if (reached.matches(':focus-visible')) void this.#keepInSight(reached);
  };

  /** On a narrow screen the editor covers what is below it, so what has the focus scrolls to a place above it. */
  async #keepInSight(reached?: Element): Promise<void> {
    await this.host.updateComplete;
    const { shadowRoot } = this.host;
    const bar = shadowRoot?.querySelector('.bar')?.getBoundingClientRect();
    const focused = (reached ?? shadowRoot?.activeElement)?.getBoundingClientRect();
    if (bar && focused && focused.bottom > bar.top && focused.top < bar.bottom)
      scrollBy({ top: focused.bottom - bar.top + kClear });
  }

  /** The number at a place; undefined where there are several. */
  numberAt(place: EditPlace): number | undefined {
    return numberAt(this.host.inspection!, place, this.host.parameters?.now);
  }

  /** The number under the pointer, if it can be changed. */
  numberUnder(event: PointerEvent) {
    const cell = (event.target as Element).closest<HTMLElement>('.editable');
    if (!cell) return undefined;
    const place = parsePlace(cell.dataset['place']!);
    const value = this.numberAt(place);
    const { host } = this;
    return value === undefined ? undefined : { cell, place, value, step: host.stepOf(place) };
  }

  nameOf(place: EditPlace): string {
    return numberName(place, this.host.naming, this.#tensor(place)?.shape.at(-1));
  }

  /** `isUnderWay`: the number is being typed or dragged, and `end` follows. */
  change(place: EditPlace, { value, multiplies, adds }: NumberChange, isUnderWay = false): void {
    if (!this.active || placeKey(this.active) !== placeKey(place)) this.choose(place);
    const how = { ...(multiplies && { multiplies }), ...(adds && { adds }) };
    const edit = { ...place, value: floatOf(value), ...how };
    this.#report((edits) => {
      if (isUnderWay) this.#before ??= edits;
      return withEdit(edits, edit);
    });
  }

  /** A refused text and a canceled drag change nothing. */
  end({ isKept }: NumberEntry): void {
    const before = this.#before;
    this.#before = undefined;
    if (before && !isKept) this.#report(() => before);
  }

  undo(place: EditPlace): void {
    this.#undo((edits) => editAt(edits, place));
  }

  #report(change: (edits: readonly Edit[]) => readonly Edit[]): void {
    sendStory(this.host, 'attention-edit', {
      change: (edits) => {
        const changed = change(edits);
        this.#reported.push(formatEdits(changed));
        return changed;
      },
    });
  }

  /** Drops the typed text if the edits are changed elsewhere, such as by Undo all or Back. */
  #follow(): void {
    const text = formatEdits(this.host.edits);
    if (text === this.#shown) return;
    this.#shown = text;
    const index = this.#reported.indexOf(text);
    this.#reported.splice(0, index < 0 ? this.#reported.length : index + 1);
    if (index < 0) this.#renew();
  }

  #renew(): void {
    this.#revision++;
    this.#before = undefined;
  }

  /** Handles a key that is pressed on a number. */
  key(place: EditPlace, event: KeyboardEvent): void {
    const { key } = event;
    if (kFixed.includes(place.field)) {
      if (key !== 'Enter') return;
      event.preventDefault();
      this.host.renderRoot.querySelector<HTMLElement>('.editor button')?.focus();
    } else if (key === 'Delete' || key === 'Backspace') {
      this.undo(place);
    } else if (key === 'Enter' || key === 'F2' || /^[-\d.,]$/.test(key)) {
      event.preventDefault();
      void this.edit(place, key.length === 1 ? key : undefined);
    }
  }

  /** Focuses the field of the editor. */
  async edit(place: EditPlace, typed: string | undefined): Promise<void> {
    if (!this.active || placeKey(this.active) !== placeKey(place)) this.choose(place);
    await this.host.updateComplete;
    const editor =
      this.host.renderRoot.querySelector<AttentionNumberEditor>('attention-number-editor');
    await editor?.edit(typed);
  }

  render(words: Words) {
    const { active, host } = this;
    this.#follow();
    if (!active) return nothing;
    const showsGradients = this.#showsGradients;
    const steeper =
      host.gradientOf && showsGradients
        ? steeperPlace(host.gradientOf, host.inspection!)
        : undefined;
    const isParameter = Object.hasOwn(symbols, active.field);
    const isWhole = active.index.every((at) => at !== null);
    return storyEditor({
      active,
      words,
      showsGradients,
      name: this.nameOf(active),
      value: this.numberAt(active),
      count: this.#count(active),
      step: host.stepOf(active),
      isEdited: editAt(host.edits, active) >= 0,
      isReadOnly: kFixed.includes(active.field),
      isShared: host.shared && !isParameter,
      factors: factorsOf(active).map((place) => ({
        name: this.nameOf(place),
        lead: () => this.#lead(place),
      })),
      canAsk: isWhole && active.field !== 'contributions' && !isParameter,
      revision: this.#revision,
      change: (edit) => this.change(active, edit),
      type: (edit) => this.change(active, edit, true),
      end: (entry) => this.end(entry),
      undo: () => this.undo(active),
      close: () => host.focusCursor(),
      widen: (scope: Scope) =>
        this.choose(withScope(this.#anchor!, scope), this.#anchor, this.isInMatrix),
      ask: () => this.#ask(showsGradients ? undefined : (active as NumberPlace)),
      steeper: steeper && {
        field: words.story.fields[steeper.field === 'logits' ? 'logits' : 'scores'],
        ask: () => {
          this.#lead(steeper);
          this.#ask(steeper);
        },
      },
      finish: () => {
        if (host.gradientOf) this.#ask(undefined);
        this.choose(undefined);
        host.focusCursor();
      },
    });
  }

  /** Whether the editor shows the number whose gradients are shown. */
  get #showsGradients(): boolean {
    const { gradientOf } = this.host;
    return !!gradientOf && !!this.active && placeKey(gradientOf) === placeKey(this.active);
  }

  /** `steepest`: the largest drawn gradient. */
  legend(words: Words, steepest: number | undefined) {
    const { gradientOf } = this.host;
    return signLegend(words, {
      numberName: gradientOf ? this.nameOf(gradientOf) : '',
      steepest,
      // If that number is in the editor, the editor has the button to hide the gradients.
      hide: gradientOf && !this.#showsGradients ? () => this.#ask(undefined) : undefined,
    });
  }

  chips(words: Words) {
    const changes = this.host.changes ?? this.#edits;
    // The page may list heads that are off and forced rows elsewhere.
    const { off, forced } = this.host.overrides;
    const isChanged = changes.length + off.length + forced.length > 0;
    return html`<div class="edits">
      <attention-changes
        .changes=${changes}
        .undoAll=${() => sendStory(this.host, 'attention-edit-undo-all', undefined)}
      ></attention-changes>
      <span>${isChanged ? words.story.edited : words.story.unedited}</span>
    </div>`;
  }

  get #edits(): ListedChange[] {
    const { edits, original, parameters } = this.host;
    return edits.map((edit) => {
      const learned =
        edit.multiplies || edit.adds || !original
          ? undefined
          : numberAt(original, edit, parameters?.learned);
      return {
        name: this.nameOf(edit),
        now: editedNumber(edit),
        undo: () => this.#undo((newest) => newestAt(newest, edit)),
        before: learned === undefined ? undefined : formatNumber(learned),
      };
    });
  }

  /** Focuses the cell of a number, or selects the number if no cell shows it. */
  #lead(place: EditPlace): void {
    const cells = this.host.renderRoot.querySelectorAll<HTMLElement>('[data-place]');
    const cell = [...cells].find((element) => element.dataset['place'] === placeKey(place));
    if (cell) cell.focus();
    else this.choose(place);
  }

  #undo(at: (edits: readonly Edit[]) => number): void {
    this.#renew();
    this.#report((edits) => {
      const index = at(edits);
      return index < 0 ? edits : withoutEdit(edits, index);
    });
    this.host.requestUpdate();
  }

  #ask(place: NumberPlace | undefined): void {
    this.host.gradientOf = place;
    if (!place) this.host.gradients = undefined;
    sendStory(this.host, 'attention-ask', { place });
  }

  #tensor(place: EditPlace) {
    const { inspection, parameters } = this.host;
    // Weighted values are as wide as the context that they add up to.
    const name = fieldName(place).replace(/contributions$/, 'context');
    const { trace, logits } = inspection!;
    return name === 'logits' ? logits : (trace[name] ?? parameters?.now[name]);
  }

  /** The numbers of a place. */
  #count(place: EditPlace): number {
    const tensor = this.#tensor(place);
    // An edit of a row of a part is one of the whole row.
    const shape = (tensor && 'whole' in tensor && tensor.whole) || tensor?.shape || [];
    return place.index.reduce<number>((n, at, axis) => (at === null ? n * shape[axis]! : n), 1);
  }
}

/** The index of a shown edit among the newest ones, where it may have been merged with another; -1 if it is gone. */
function newestAt(newest: readonly Edit[], edit: Edit): number {
  const index = newest.indexOf(edit);
  return index < 0 ? editAt(newest, edit) : index;
}

/** The numbers whose product a weighted value is: a weight and a value. */
function factorsOf({ layer, field, index }: EditPlace): EditPlace[] {
  if (field !== 'contributions') return [];
  const [batch, head, query, key, column] = index as number[];
  const of = { layer: layer! };
  return [
    { ...of, field: 'weights', index: [batch!, head!, query!, key!] },
    { ...of, field: 'v', index: [batch!, head!, key!, column!] },
  ];
}
