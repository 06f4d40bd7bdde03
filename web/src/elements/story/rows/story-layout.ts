/** The widths of a story: its columns are equal, wide enough for their words, and fill the space. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { StoryLane } from '../../../draw/pictures/story-lane';
import type { Line } from '../../../model/stages/lines';
import { laneKind } from './story-cells';

const kMinPitch = 54;
const kMaxPitch = 110;
/** The width of a stage's name beside its line, and its width in the larger type of a presentation. */
const kLabel = 194;
const kPresentedLabel = 310;
/** From the first width on, notes are in the margin; below the second, names are above their lines. */
const kMargin = 860;
const kNarrow = 560;
const kNote = 248 + 40;
/** The width of a number cell in a line that is one row. */
const kWideCell = 74;
export const kNamedCell = 108;

export type Columns = Pick<StoryLayout, 'n' | 'pitch' | 'inSight'>;

export interface StoryLayout {
  /** How many columns there are. */
  readonly n: number;
  readonly pitch: number;
  /** How many columns are in sight: all, or as many whole ones as there is room for. */
  readonly inSight: number;
  /** The width of the stages' names beside their lines. */
  readonly label: number;
  /** The size of the words. */
  readonly word: number;
  readonly hasMargin: boolean;
  readonly isNarrow: boolean;
  /** The width of the visible part of the rows. */
  readonly room: number;
}

/** The font size of the words, and a smaller one for narrow columns. */
export const kWord = 18;
const kSmallWord = 14;
const kPresentedWords = [28, 22] as const;
/** The space beside a word in its column. */
const kSpacing = 8;
const kPresentedSpacing = 2;

/** `longest`: the width of the longest word in kWord. */
export function storyLayout(
  width: number,
  n: number,
  longest: number,
  presented = false,
): StoryLayout {
  const hasMargin = width >= kMargin && !presented;
  const room = width - (hasMargin ? kNote : 0);
  const [large, small] = presented ? kPresentedWords : [kWord, kSmallWord];
  // The 13 words of the pinned sentences fit a window of 1440 pixels, and of 1280 while presenting.
  const spacing = presented ? kPresentedSpacing : kSpacing;
  const widthIn = (size: number) => (longest * size) / kWord + spacing;
  const needed = widthIn(small);
  const least = Math.min(kMaxPitch, Math.max(kMinPitch, Math.floor(needed)));
  // While presenting, all columns are visible, if necessary with the names above them.
  const fitsAlone = presented && n * least <= room && n * least > room - kPresentedLabel;
  const isNarrow = width < kNarrow || fitsAlone;
  const label = isNarrow ? 0 : presented ? kPresentedLabel : kLabel;
  const inSight = Math.max(1, Math.min(n, Math.floor((room - label) / least)));
  const pitch = Math.max(least, Math.floor((room - label) / inSight));
  const word = widthIn(large) <= pitch ? large : small;
  const visibleWidth = label + inSight * pitch;
  return { n, pitch, inSight, label, word, hasMargin, isNarrow, room: visibleWidth };
}

/** Sets the sizes for the styles of a story. */
export function applyLayout(story: HTMLElement, layout: StoryLayout): void {
  story.toggleAttribute('data-wide', layout.hasMargin);
  story.toggleAttribute('data-narrow', layout.isNarrow);
  story.style.setProperty('--pitch', `${layout.pitch}px`);
  story.style.setProperty('--word', `${layout.word}px`);
  story.style.setProperty('--n', `${layout.n}`);
  story.style.setProperty('--room', `${layout.room}px`);
}

/**
 * Returns the first column of the visible part, which contains columns[0] and as many of the following ones as fit, in
 * their order.
 */
export function firstInSight(columns: readonly number[], inSight: number): number {
  let [from, to] = [columns[0]!, columns[0]!];
  for (const column of columns) {
    const [first, last] = [Math.min(from, column), Math.max(to, column)];
    if (last - first < inSight) [from, to] = [first, last];
  }
  return Math.max(0, Math.floor((from + to + 1 - inSight) / 2));
}

/** The least width of a number. */
const kSlot = 46;

/** How many columns wide a line is: `inSight` for a `wide` line that fits, else all. */
export function spanOf({ kind, slots }: Line, { pitch, n, inSight }: Columns): number {
  return kind === 'wide' && slots * kSlot <= inSight * pitch ? inSight : n;
}

/** How a line is painted, without its numbers. */
export function laneGeometry(
  line: Line,
  columns: Columns,
): Pick<StoryLane, 'kind' | 'slots' | 'width' | 'pitch' | 'cell'> {
  const { slots, width } = line;
  const { pitch } = columns;
  const slotPitch =
    line.kind === 'wide' ? Math.floor((spanOf(line, columns) * pitch) / slots) : pitch;
  const cell =
    line.kind !== 'wide' || width === 1
      ? slotPitch
      : Math.min(slotPitch, slots === 1 ? kWideCell : kNamedCell);
  return { ...laneKind(line), slots, width, pitch: slotPitch, cell };
}

/** A single row of more numbers than this shows several of them, a window that moves along it. */
const kLong = 64;
const kMaxAcross = 8;

/** The numbers of a line's slot that are written out at once. `room`: of all columns, in pixels. */
export function numbersAcross({ kind, slots, width }: Line, room: number): number {
  if (kind !== 'wide' || slots > 1 || width <= kLong) return 1;
  // Three cells of the room are left for the name of the dimensions.
  return Math.max(1, Math.min(kMaxAcross, Math.floor(room / kWideCell) - 3));
}

/** The first of the numbers that are written out. */
export const firstAcross = (followed: number, across: number): number =>
  followed - (followed % across);

/** Tells its host when the width has changed. */
export class HostWidth implements ReactiveController {
  width = 1024;
  readonly #observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry!.contentRect.width);
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.host.requestUpdate();
  });

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.width = Math.round(this.host.getBoundingClientRect().width) || this.width;
    this.#observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
